/**
 * Sites of the soak `adversary` that cut, splice, redirect, lie about lengths and change their file. Every finished upload must be, byte
 * for byte, one version.
 */
import { createHash } from 'node:crypto';
import type { Upload } from '../../lib/uploads/upload.ts';
import { type SiteAnswer, startAdverseSite } from '../adverse-site.ts';

/** In bytes. Versions differ at every position. */
const sizes = [400_000, 400_000, 300_000];
/** Browsers drop what their page hasn't read at a cut. */
const cutDelayMs = 50;

const createVersion = (number: number): Uint8Array =>
  Uint8Array.from({ length: sizes[number] ?? 0 }, (_, at) => (at * 7 + (at >> 8) + number * 61) % 251);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Choose = <T>(all: readonly T[]) => T;

/** Half of the responses are honest in each respect. */
function createAnswer(choose: Choose, random: () => number): SiteAnswer {
  const mostly = <T>(normal: T, ...others: readonly T[]): T => (random() < 0.5 ? normal : choose(others));
  return {
    version: choose([0, 1, 2]),
    validator: mostly<SiteAnswer['validator']>('strong', 'weak', 'date', 'none'),
    ranges: mostly<SiteAnswer['ranges']>('checked', 'unchecked', 'ignored', 'refused'),
    pieceBytes: mostly<number | null>(null, 1, 3_000, 50_000),
    part: mostly<SiteAnswer['part']>(
      'true',
      ...(['unnamed', 'shifted', 'no-total', 'other-total', 'other-unit', 'several', 'too-long'] as const),
    ),
    length: mostly<SiteAnswer['length']>('true', 'chunked', 'close', 'long'),
    encoding: mostly<SiteAnswer['encoding']>(null, 'gzip', 'forced'),
    cutAt: mostly<number | null>(null, Math.floor(random() * 400_000)),
    hangsAt: null,
    instead: mostly<SiteAnswer['instead']>(
      null,
      ...(['redirect', 'empty', 'nothing', 'no-content', 'busy', 'page'] as const),
    ),
  };
}

export async function startSites(choose: Choose, random: () => number) {
  const versions = sizes.map((_, number) => createVersion(number));
  const hashes = versions.map(hashOf);
  let isHonest = false;
  const site = await startAdverseSite(
    versions,
    () => (isHonest ? { version: 1 } : createAnswer(choose, random)),
    cutDelayMs,
  );
  const isOurs = ({ url }: Upload) => url.startsWith(site.url);

  return {
    links: (count: number) => Array.from({ length: count }, (_, at) => ({ url: `${site.url}?link=${at}` })),
    isOurs,
    becomeHonest(): void {
      isHonest = true;
    },
    /** @param download reads a file at the service */
    async judge(uploads: readonly Upload[], download: (fileCode: string) => Promise<Uint8Array>) {
      const own = uploads.filter(isOurs);
      const done = own.filter(({ state }) => state === 'done');
      const violations =
        done.length < own.length ? [`${own.length - done.length} of the links from sites are not done.`] : [];
      for (const { url, fileCode } of done)
        if (!hashes.includes(hashOf(await download(fileCode ?? ''))))
          violations.push(`${url} is called done, but its file is not a version of the site’s file.`);
      return { figures: { 'fetched from sites': `${done.length} of ${own.length}` }, violations };
    },
    close: site.close,
  };
}
