import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';

export const render = (address: string) => ({ body: renderToString(<App address={address} />) });
