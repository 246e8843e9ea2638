import { hydrate } from 'solid-js/web';
import { App } from './App.tsx';

const root = document.getElementById('app');
if (root) hydrate(() => <App address={root.dataset['address'] ?? ''} />, root);
