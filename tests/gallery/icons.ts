/** Draws the extension's icons from the logo of the interface: `node tests/gallery/icons.ts`. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openGallery } from './open.ts';

const folder = fileURLToPath(new URL('../../public/icon/', import.meta.url));

await mkdir(folder, { recursive: true });
const gallery = await openGallery();
try {
  const page = await gallery.show('popup-never-connected');
  const logo = page.locator('.logo');
  await logo.evaluate((element) => {
    document.body.replaceChildren(element);
    document.documentElement.style.setProperty('color-scheme', 'only light');
    document.body.style.background = 'transparent';
  });
  for (const size of [16, 32, 48, 96, 128]) {
    await logo.evaluate((element, side) => {
      element.setAttribute('width', `${side}`);
      element.setAttribute('height', `${side}`);
      // Read on a toolbar, a small drawing needs broader lines.
      for (const line of element.querySelectorAll<SVGElement>('.logo-line')) {
        line.style.strokeWidth = side < 32 ? '3.5' : '3';
      }
    }, size);
    await logo.screenshot({ path: `${folder}${size}.png`, omitBackground: true });
  }
} finally {
  await gallery.close();
}
