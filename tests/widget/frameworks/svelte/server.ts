import { render as renderApp } from 'svelte/server';
import App from './App.svelte';

export const render = (address: string) => renderApp(App, { props: { address } });
