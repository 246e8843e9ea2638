import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readState } from '../state.ts';
import { App } from './App.tsx';

const element = document.getElementById('app');
if (element) {
  const root = hydrateRoot(element, createElement(App, { initial: readState(element) }), {
    onRecoverableError: (error) => console.error(String(error)),
  });
  Object.assign(globalThis, { close: () => root.unmount() });
}
