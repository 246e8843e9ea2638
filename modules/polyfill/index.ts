/**
 * Makes `wxt/browser` the browser's own `browser` object, which Chrome has since version 148. Older versions load
 * webextension-polyfill from a separate file, so that others don't pay for it at each start.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mergeConfig } from 'vite';
import { addViteConfig, defineWxtModule } from 'wxt/modules';

const here = import.meta.dirname;

export default defineWxtModule((wxt) => {
  const use = (file: string) => ({ resolve: { alias: { 'wxt/browser': join(here, file) } } });
  addViteConfig(wxt, () => use('page-browser.ts'));
  wxt.hook('vite:build:extendConfig', (entrypoints, config) => {
    // The document of `sender` loads the polyfill by a script element, because its script can't wait.
    if (entrypoints.some(({ type, name }) => type === 'background' || name === 'sender'))
      Object.assign(config, mergeConfig(config, use('worker-browser.ts')));
  });
  wxt.hook('build:publicAssets', (_, files) => {
    if (wxt.config.browser === 'firefox') return;
    const polyfill = createRequire(import.meta.url).resolve(
      'webextension-polyfill/dist/browser-polyfill.min.js',
    );
    files.push({ absoluteSrc: polyfill, relativeDest: 'browser-polyfill.js' });
  });
});
