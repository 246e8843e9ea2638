import { createSSRApp } from 'vue';
import { readState } from '../state.ts';
import App from './App.vue';

const root = document.getElementById('app');
if (root) {
  const app = createSSRApp(App, { initial: readState(root) });
  app.mount(root);
  Object.assign(globalThis, { close: () => app.unmount() });
}
