import { hydrate, unmount } from 'svelte';
import { readState } from '../state.ts';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) {
  const app = hydrate(App, { target, props: { initial: readState(target) } });
  Object.assign(globalThis, { close: () => unmount(app) });
}
