/** Draws the extension's icons from the logo: `npx node tests/gallery/icons.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openGallery } from './open.ts';
import { palettePng } from './palette-png.ts';

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
  for (const size of [16, 32, 48, 128]) {
    await logo.evaluate((element, side) => {
      element.setAttribute('width', `${side}`);
      element.setAttribute('height', `${side}`);
      // Small icons need thicker lines.
      for (const line of element.querySelectorAll<SVGElement>('.logo-line')) {
        line.style.strokeWidth = side < 32 ? '3.5' : '3';
      }
    }, size);
    const shot = await logo.screenshot({ omitBackground: true });
    const pixels = await page.evaluate(readPixels, shot.toString('base64'));
    await writeFile(`${folder}${size}.png`, palettePng(Uint8Array.from(pixels), size));
  }
} finally {
  await gallery.close();
}

/** Runs in the page. Reduces the number of colours, and clears transparent pixels. */
async function readPixels(png: string): Promise<number[]> {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The canvas has no context.');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  const round = (value: number) => Math.min(255, Math.round(value / 5) * 5);
  return Array.from(data, (value, at) => (data[at | 3] === 0 ? 0 : round(value)));
}
