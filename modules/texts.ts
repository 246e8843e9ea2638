/** The texts as they are shipped: without the line breaks and spaces between them, which only people need. */
import { defineWxtModule } from 'wxt/modules';

export default defineWxtModule((wxt) => {
  wxt.hook('build:publicAssets', (_, files) => {
    for (const file of files) {
      if ('contents' in file && /^_locales\/.*\.json$/.test(file.relativeDest))
        file.contents = JSON.stringify(JSON.parse(file.contents));
    }
  });
});
