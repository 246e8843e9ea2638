import { createSSRApp } from 'vue';
import App from './App.vue';

const root = document.getElementById('app');
if (root) createSSRApp(App, { address: root.dataset['address'] }).mount(root);
