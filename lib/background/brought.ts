/** Links whose files Linkhaul has brought into the account before, and which are still there. */
import { addressKey } from '../outbox/address.ts';
import type { Stores } from './stores.ts';

/** What is remembered of a link: by the watch while its end is shown, by the activity for longer. */
interface Remembered {
  readonly accountId: string;
  readonly url: string;
  readonly fileCode: string | null;
}

/**
 * Those of the addresses, as they were given. The API tells no file's source, so only what is remembered counts; and what
 * the catalog does not have (any more) is no reason to hold a link back.
 */
export async function broughtBefore(
  { activity, watch, catalog }: Stores,
  accountId: string,
  urls: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(urls.map(addressKey));
  const isMeant = (each: Remembered) =>
    each.accountId === accountId && each.fileCode !== null && wanted.has(addressKey(each.url));
  const [ended, noted] = await Promise.all([
    watch.all(accountId),
    activity.list(isMeant, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  ]);
  const keys = new Map(
    [...ended.filter(isMeant), ...noted].map((each) => [each.fileCode, addressKey(each.url)]),
  );
  const codes = [...keys.keys()].filter((code) => code !== null);
  const there = await catalog.files(accountId, codes);
  const present = new Set(there.map(({ fileCode }) => keys.get(fileCode)));
  return urls.filter((url) => present.has(addressKey(url)));
}
