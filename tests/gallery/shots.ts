/**
 * Takes screenshots of every scene: light, dark, and right to left. `node tests/gallery/shots.ts [part of a scene's name]`
 * writes them to `screenshots/out/gallery`.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openGallery } from './open.ts';

const out = fileURLToPath(new URL('../../screenshots/out/gallery/', import.meta.url));
const wanted = process.argv[2] ?? '';

await mkdir(out, { recursive: true });
const gallery = await openGallery();
try {
  for (const name of gallery.names.filter((each) => each.includes(wanted))) {
    for (const [scheme, direction] of [
      ['light', 'ltr'],
      ['dark', 'ltr'],
      ['light', 'rtl'],
    ] as const) {
      const page = await gallery.show(name, { scheme, direction });
      await page.screenshot({
        path: `${out}${name}.${scheme}.${direction}.png`,
        fullPage: name.startsWith('options'),
      });
    }
    console.log(name);
  }
} finally {
  await gallery.close();
}
