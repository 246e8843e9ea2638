/**
 * Screenshots of every scene: light, dark, in Arabic, on a phone, 900 and 1600 pixels wide. `npx node tests/gallery/shots.ts [part of a
 * scene's name]` writes them to `screenshots/out/gallery`.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pinFonts } from '../../scripts/fonts.ts';
import { openGallery, type View } from './open.ts';
import { scripts } from './scripts/scripts.ts';

const out = fileURLToPath(new URL('../../screenshots/out/gallery/', import.meta.url));
const wanted = process.argv[2] ?? '';

const views: Readonly<Record<string, View>> = {
  light: {},
  dark: { scheme: 'dark' },
  phone: { phone: true },
  panel: { panel: true },
  middle: { width: 900 },
  wide: { width: 1600 },
};
const tabOnly = ['middle', 'wide'];
const popupOnly = ['panel'];

await mkdir(out, { recursive: true });
await pinFonts();
const gallery = await openGallery();
const names = gallery.names.filter((each) => each.includes(wanted));
gallery.page.setDefaultTimeout(2_000);
const shoot = async (name: string, label: string, view: View) => {
  const page = await gallery.show(name, view).catch((error: unknown) => {
    // The control may not exist at this width.
    if (!Object.hasOwn(scripts, name)) throw error;
    console.log(`${name} has no ${label} view: ${error}`);
  });
  if (!page) return;
  await page.screenshot({ path: `${out}${name}.${label}.png`, fullPage: name.startsWith('options') });
};
try {
  for (const name of names) {
    for (const [label, view] of Object.entries(views))
      if (!(/^(popup|picker)/.test(name) ? tabOnly : popupOnly).includes(label))
        await shoot(name, label, view);
    console.log(name);
  }
  await gallery.setLocale('ar');
  // Scripts find elements by English text.
  for (const name of names.filter((each) => !Object.hasOwn(scripts, each)))
    await shoot(name, 'arabic', { direction: 'rtl' });
} finally {
  await gallery.close();
}
