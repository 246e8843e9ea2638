// Says it when the server rendered something else.
import 'preact/debug';
import { hydrate } from 'preact';
import { App } from './App.tsx';

const root = document.getElementById('app');
if (root) hydrate(<App address={root.dataset['address'] ?? ''} />, root);
