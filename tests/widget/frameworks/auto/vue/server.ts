import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { State } from '../state.ts';
import App from './App.vue';

export const render = (initial: State) => renderToString(createSSRApp(App, { initial }));
