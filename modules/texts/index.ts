/** Packs the texts of each locale for a build, and has the code read them as they are packed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'vite';
import { addViteConfig, defineWxtModule } from 'wxt/modules';
import { type Messages, numberTexts, packMessages, replaceKeys, type Texts } from './number-texts.ts';

export default defineWxtModule((wxt) => {
  // In place of what `@wxt-dev/i18n` reads with, whose types stay.
  wxt.hook('config:resolved', () => {
    wxt.config.alias['#i18n'] = join(import.meta.dirname, 'i18n.ts');
  });
  // In development files are written anew when texts or code change, which takes no part in this.
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
        // Lines stay as they are, and the columns of a source map are near enough.
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
