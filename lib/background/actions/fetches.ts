import { isUnencrypted } from '../../api/index.ts';
import type { Handler, Needs } from '../parts.ts';

export const beginFetch: Handler<'uploads.beginFetch', Needs<'uploads'>> = ({ uploads }, { id }) =>
  uploads.beginFetch(id);

export const routeFetch: Handler<'uploads.routeFetch', Needs<'ports' | 'uploads'>> = async (
  { uploads, ports },
  { id, redirected },
) => {
  const { sourceRequests, onFault } = ports;
  const redirect = redirected === null ? null : await sourceRequests.findRedirect(id, redirected);
  const { route, pageUrl } = await uploads.routeFetch(id, redirected, redirect);
  if ('url' in route) {
    const { url } = route;
    // Optional: most sites check no referrer and don't redirect.
    await sourceRequests.expect(id, url, getReferrer({ url, pageUrl })).catch(onFault);
  }
  return route;
};

export async function pauseFetches({ uploads, ports }: Needs<'ports' | 'uploads'>): Promise<void> {
  await uploads.pause();
  for (const id of ports.sourceRequests.list()) await ports.sourceRequests.forget(id).catch(ports.onFault);
}

export const endFetch: Handler<'uploads.endFetch', Needs<'ports' | 'scheduler' | 'uploads'>> = async (
  { uploads, ports, scheduler },
  request,
) => {
  const { id, result } = request;
  const name = await uploads.endFetch(id, result);
  await ports.sourceRequests.forget(id).catch(ports.onFault);
  void scheduler.wake('send');
  return { name };
};

/** Call when a fetch has ended or is no longer wanted. It may have started again since. */
export async function removeFetch({ uploads, ports }: Needs<'ports' | 'uploads'>, id: string): Promise<void> {
  if ((await uploads.findOrphans([id])).length === 0) return;
  await ports.sourceRequests.forget(id).catch(ports.onFault);
  await ports.fetchedFiles.remove(id);
}

/**
 * Removes fetched files and request rules that no upload needs.
 * @param keepsRefused false: others need the space
 */
export async function sweepFetched(
  { uploads, ports }: Needs<'ports' | 'uploads'>,
  keepsRefused = true,
): Promise<void> {
  const { fetchedFiles, sourceRequests, onFault } = ports;
  const ids = [...new Set([...sourceRequests.list(), ...(await fetchedFiles.list())])];
  const orphans = ids.length > 0 ? await uploads.findOrphans(ids, keepsRefused) : [];
  for (const id of orphans) {
    await sourceRequests.forget(id).catch(onFault);
    await fetchedFiles.remove(id);
  }
}

/** As browsers do by default: the page's address to its own origin, and only its origin to others. */
export function getReferrer({ url, pageUrl }: { url: string; pageUrl?: string | undefined }): string | null {
  const page = URL.parse(pageUrl ?? '');
  if (page === null || !/^https?:$/u.test(page.protocol)) return null;
  const target = new URL(url);
  if (page.protocol === 'https:' && isUnencrypted(target)) return null;
  if (page.origin !== target.origin) return `${page.origin}/`;
  return Object.assign(page, { username: '', password: '', hash: '' }).href;
}
