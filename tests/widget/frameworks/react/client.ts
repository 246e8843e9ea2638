import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';

const root = document.getElementById('app');
const hydrate = () =>
  root && hydrateRoot(root, createElement(App, { address: root.dataset['address'] ?? '' }));
// Called by the test of late hydration.
if (location.hash === '#late') Object.assign(globalThis, { hydrate });
else hydrate();
