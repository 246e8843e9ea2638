/** Builds and serves the gallery once. Workers read its address, the fonts and the temporary folder from the environment. */
import { pinFonts } from '../../../scripts/fonts.ts';
import { startGallery } from '../../gallery/server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  await pinFonts();
  process.env['TMPDIR'] = temporaryFolder();
  const gallery = await startGallery();
  process.env['LINKHAUL_GALLERY'] = gallery.address;
  return gallery.close;
}
