/** Builds and serves the gallery once for all workers. They read its address from the environment. */
import { startGallery } from '../../gallery/server.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const gallery = await startGallery();
  process.env['LINKHAUL_GALLERY'] = gallery.address;
  return gallery.close;
}
