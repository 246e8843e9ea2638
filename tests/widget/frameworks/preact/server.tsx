import { renderToString } from 'preact-render-to-string';
import { App } from './App.tsx';

export const render = (address: string) => ({ body: renderToString(<App address={address} />) });
