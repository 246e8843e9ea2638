import { render as renderComponent } from 'svelte/server';
import type { State } from '../state.ts';
import App from './App.svelte';

export const render = (initial: State) => renderComponent(App, { props: { initial } }).body;
