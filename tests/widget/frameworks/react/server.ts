import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';

export const render = (address: string) => ({ body: renderToString(createElement(App, { address })) });
