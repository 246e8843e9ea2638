/** Links that this browser fetches: what their sender is given, and what is removed after it. */
import type { Context, Handler } from '../background-context.ts';

export const beginFetch: Handler<'uploads.beginFetch'> = async ({ uploads, ports }, { id }) => {
  const grant = await uploads.beginFetch(id);
  // Optional: most sites ask for none.
  if (grant !== null) await ports.setReferrer(id, grant.url, getReferrer(grant)).catch(ports.onFault);
  return grant;
};

export const endFetch: Handler<'uploads.endFetch'> = async ({ uploads, ports, scheduler }, request) => {
  const { id, result } = request;
  const name = await uploads.endFetch(id, result);
  await ports.setReferrer(id, '', null).catch(ports.onFault);
  void scheduler.wake('send');
  return { name };
};

/** Removes what is kept of a fetch that has ended, or is not wanted any more: it may have begun again since. */
export async function removeFetch({ uploads, ports }: Context, id: string): Promise<void> {
  if ((await uploads.findOrphans([id])).length === 0) return;
  await ports.setReferrer(id, '', null).catch(ports.onFault);
  await ports.fetchedFiles.remove(id);
}

/** Removes fetched files that no upload needs. @param keepsRefused false: others need the room */
export async function sweepFetched({ uploads, ports }: Context, keepsRefused = true): Promise<void> {
  const ids = await ports.fetchedFiles.list();
  const orphans = ids.length > 0 ? await uploads.findOrphans(ids, keepsRefused) : [];
  for (const id of orphans) await ports.fetchedFiles.remove(id);
}

/** As a browser gives it, but whole; null where the page is encrypted and the link is not. */
export function getReferrer({ url, pageUrl }: { url: string; pageUrl?: string | undefined }): string | null {
  const page = URL.parse(pageUrl ?? '');
  if (page === null || !/^https?:$/u.test(page.protocol)) return null;
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
  if (page.protocol === 'https:' && protocol === 'http:' && !isLocal) return null;
  return Object.assign(page, { username: '', password: '', hash: '' }).href;
}
