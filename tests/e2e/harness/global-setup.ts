/** Builds and serves the gallery once. Workers read its address and the fonts from the environment. */
import { pinFonts } from '../../../scripts/fonts.ts';
import { startGallery } from '../../gallery/server.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  await pinFonts();
  const gallery = await startGallery();
  process.env['LINKHAUL_GALLERY'] = gallery.address;
  return gallery.close;
}
