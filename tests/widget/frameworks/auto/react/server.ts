import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { State } from '../state.ts';
import { App } from './App.tsx';

export const render = (initial: State) => renderToString(createElement(App, { initial }));
