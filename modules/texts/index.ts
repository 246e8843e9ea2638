/** Packs the texts of each locale for a build, and has the code read them as they are packed. */
import { join } from 'node:path';
import { defineWxtModule } from 'wxt/modules';
import { type Messages, packMessages } from './pack.ts';

export default defineWxtModule((wxt) => {
  // In place of what `@wxt-dev/i18n` reads with, whose types stay.
  wxt.hook('config:resolved', () => {
    wxt.config.alias['#i18n'] = join(import.meta.dirname, 'i18n.ts');
  });
  wxt.hook('build:publicAssets', (_, files) => {
    // In development a file is written anew when its texts change, which takes no part in this.
    if (wxt.config.command === 'serve') return;
    for (const file of files) {
      const locale = /^_locales\/(.*)\/messages\.json$/.exec(file.relativeDest)?.[1];
      if (locale === undefined || !('contents' in file)) continue;
      const messages = JSON.parse(file.contents) as Messages;
      file.contents = JSON.stringify(packMessages(messages, locale === wxt.config.manifest.default_locale));
    }
  });
});
