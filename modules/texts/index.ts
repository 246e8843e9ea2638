/** In a build, packs the texts of each locale and makes the code read the packed form. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'vite';
import { addViteConfig, defineWxtModule } from 'wxt/modules';
import { type Messages, numberTexts, packMessages, replaceKeys, type Texts } from './number-texts.ts';

export default defineWxtModule((wxt) => {
  // Replaces the reader of `@wxt-dev/i18n`. Its types remain.
  wxt.hook('config:resolved', () => {
    wxt.config.alias['#i18n'] = join(import.meta.dirname, 'i18n.ts');
  });
  // In development, changes to texts and code are only picked up in the unpacked form.
  if (wxt.config.command === 'serve') return;

  const { root } = wxt.config;
  const defaultLocale = wxt.config.manifest.default_locale;
  const sources = new Map(
    globSync('{components,entrypoints,lib,page}/**/*.{ts,tsx}', { cwd: root }).map((file) => [
      normalizePath(join(root, file)),
      readFileSync(join(root, file), 'utf8'),
    ]),
  );
  const texts = JSON.parse(readFileSync(join(root, `locales/${defaultLocale}.json`), 'utf8')) as Texts;
  const keys = numberTexts(texts, [...sources.values()]);

  addViteConfig(wxt, () => ({
    plugins: [
      {
        name: 'linkhaul-text-numbers',
        enforce: 'pre',
        // Lines stay the same, and the columns in a source map are close enough.
        transform: (code, id) => (sources.has(id) ? { code: replaceKeys(code, keys), map: null } : undefined),
      },
    ],
  }));
  wxt.hook('build:publicAssets', (_, files) => {
    for (const file of files) {
      const locale = /^_locales\/(.*)\/messages\.json$/.exec(file.relativeDest)?.[1];
      if (locale === undefined || !('contents' in file)) continue;
      const messages = JSON.parse(file.contents) as Messages;
      file.contents = JSON.stringify(packMessages(messages, keys, locale === defaultLocale));
    }
  });
});
