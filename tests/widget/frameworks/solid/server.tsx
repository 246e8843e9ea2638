import { generateHydrationScript, renderToString } from 'solid-js/web';
import { App } from './App.tsx';

export const render = (address: string) => ({
  head: generateHydrationScript(),
  body: renderToString(() => <App address={address} />),
});
