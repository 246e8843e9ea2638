/**
 * Fetching from sites that cut, splice, lie and change: the result is byte for byte one version of the file, or it doesn't count as
 * fetched.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FetchResult, fetchSource } from '../../../lib/uploads/source-fetch.ts';
import { type AdverseSite, type SiteAnswer, startAdverseSite } from '../../adverse-site.ts';
import { countRuns } from '../../properties.ts';
import { createFetchDisk, followAll } from './fetch-disk.ts';

const sites: AdverseSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** No two versions share a byte at the same position. */
const createVersion = (number: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8) + number * 61) % 251);

const versions = [createVersion(0, 40_000), createVersion(1, 40_000), createVersion(2, 30_000)];
const indexOf = (bytes: Uint8Array) => versions.findIndex((each) => Buffer.compare(each, bytes) === 0);

/** A site, and the attempts of one upload, until the file is complete or `fetch-uploads.ts` would give up. */
async function setUp(next: (request: number) => Partial<SiteAnswer>) {
  let requests = 0;
  const site = await startAdverseSite(versions, () => next(requests++));
  sites.push(site);
  const { disk, source } = createFetchDisk();
  async function run(maxTries = 6, signal?: AbortSignal): Promise<FetchResult> {
    for (let tries = 1; ; tries += 1) {
      const result = await fetchSource({ ...source, ...followAll(site.url, fetch), signal });
      if ('name' in result || result.code !== 'network' || tries === maxTries) return result;
    }
  }
  function reset(): void {
    requests = 0;
    Object.assign(disk, { bytes: new Uint8Array(), head: null });
  }
  return { site, disk, run, reset, countRequests: () => requests };
}

/** The first attempt is cut. The other answers respond to requests for the rest. */
const afterCut =
  (first: Partial<SiteAnswer>, ...rest: readonly Partial<SiteAnswer>[]) =>
  (request: number): Partial<SiteAnswer> =>
    request === 0
      ? { cutAt: 25_000, ...first }
      : (rest[request - 1] ?? { ...first, version: rest.at(-1)?.version ?? 0 });

describe('a fetch that was interrupted and resumed', () => {
  test.each<[string, Partial<SiteAnswer>, readonly Partial<SiteAnswer>[], number]>([
    ['in parts', {}, [{ pieceBytes: 5_000 }, { pieceBytes: 5_000 }], 0],
    ['as another version of the same length', {}, [{ version: 1, ranges: 'unchecked' }], 1],
    ['as another version of another length', {}, [{ version: 2, ranges: 'unchecked' }], 2],
    ['as another version of the same second', { validator: 'date' }, [{ version: 1, validator: 'date' }], 1],
    [
      'as another version with the same weak tag',
      { validator: 'weak' },
      [{ version: 1, validator: 'weak' }],
      1,
    ],
    ['as another version that is not named', { validator: 'none' }, [{ version: 1, ranges: 'unchecked' }], 1],
    ['without a name', {}, [{ part: 'unnamed', version: 1, ranges: 'unchecked' }], 1],
    ['with another total', {}, [{ part: 'other-total' }], 0],
    ['without a total', {}, [{ part: 'no-total' }], 0],
    ['from another byte', {}, [{ part: 'shifted' }], 0],
    ['in another unit', {}, [{ part: 'other-unit' }], 0],
    ['in several parts at once', {}, [{ part: 'several' }], 0],
    ['with more than it says', {}, [{ part: 'too-long', pieceBytes: 5_000, length: 'chunked' }], 0],
    ['with another length than its range', {}, [{ part: 'too-long', pieceBytes: 5_000 }], 0],
    ['from the start', {}, [{ ranges: 'ignored' }], 0],
    ['from the start, in another version', {}, [{ version: 2 }], 2],
    ['after it was refused', {}, [{ ranges: 'refused' }], 0],
    ['after it was cut again', {}, [{ cutAt: 10_000 }, { cutAt: 1_000 }], 0],
    ['after other answers', {}, [{ instead: 'busy' }, { instead: 'busy' }], 0],
    ['where its length was not known', { length: 'chunked' }, [{}], 0],
    ['encoded', { encoding: 'gzip' }, [], 0],
    [
      'encoded whatever is wanted',
      { encoding: 'forced', cutAt: 10 },
      Array(3).fill({ encoding: 'forced' }),
      0,
    ],
    ['encoded, until its connection ends', { encoding: 'forced', length: 'close', cutAt: 10 }, [{}], 0],
  ])('%s is complete', async (_, first, rest, version) => {
    const { run, disk } = await setUp(afterCut(first, ...rest));
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: versions[version]?.length });
    expect(indexOf(disk.bytes)).toBe(version);
  });

  test('requests no byte twice if the site names its version', async () => {
    const { run, site } = await setUp(afterCut({}, { pieceBytes: 5_000 }));
    await run();
    expect(site.ranges).toEqual([undefined, 'bytes=25000-', 'bytes=30000-']);
  });

  test('requests nothing more if the file was complete', async () => {
    const { run, disk, countRequests } = await setUp(() => ({}));
    await run();
    await run();
    expect([countRequests(), indexOf(disk.bytes)]).toEqual([1, 0]);
  });
});

describe('a site that', () => {
  test.each<[string, Partial<SiteAnswer>, string]>([
    ['says that the file is empty', { instead: 'empty' }, 'empty'],
    ['answers with nothing', { instead: 'nothing' }, 'blank'],
    ['answers without contents', { instead: 'no-content' }, 'blank'],
    ['answers with an empty page', { instead: 'page' }, 'page'],
    ['claims more than it sends', { length: 'long', validator: 'none' }, 'network'],
    ['is cut each time before the end', { cutAt: 1_000, validator: 'none' }, 'network'],
  ])('%s gives no file', async (_, answer, code) => {
    const { run } = await setUp(() => answer);
    expect(await run()).toMatchObject({ code });
  });

  test('drops the connection after every byte makes no progress', async () => {
    const { run, countRequests } = await setUp(() => ({ cutAt: 1 }));
    expect(await run()).toMatchObject({ code: 'network', hasProgress: false });
    expect(countRequests()).toBe(6);
  });

  test('sends parts of one byte is asked for only some of them', async () => {
    const { run, countRequests } = await setUp(afterCut({}, ...Array(100).fill({ pieceBytes: 1 })));
    expect(await run(1)).toMatchObject({ hasProgress: true });
    expect(await run(1)).toMatchObject({ code: 'network', hasProgress: false });
    expect(countRequests()).toBeLessThan(20);
  });

  test.each([
    ['does not answer', { instead: 'silence' }, 'network'],
    ['sends next to nothing', { hangsAt: 10 }, 'slow'],
  ] as const)('%s can be stopped, and the reason is reported', async (_, answer, code) => {
    const { run, disk } = await setUp(() => answer);
    const stop = new AbortController();
    const result = run(1, stop.signal);
    await vi.waitUntil(() => disk.bytes.length === (code === 'slow' ? 10 : 0));
    stop.abort();
    expect(await result).toMatchObject({ code, hasProgress: false });
  });

  test('starts over each time makes progress only if more arrives than ever before', async () => {
    const cuts = [10_000, 9_000, 9_999, 20_000, 19_000];
    const { run } = await setUp((request) => ({ validator: 'none', cutAt: cuts[request] ?? null }));
    const seen: unknown[] = [];
    for (const _ of cuts) seen.push(((await run(1)) as { hasProgress?: boolean }).hasProgress);
    expect(seen).toEqual([true, false, false, true, false]);
  });
});

const mostly = <T>(normal: T, ...others: readonly T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(normal) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );

const answers: fc.Arbitrary<SiteAnswer> = fc.record({
  version: fc.constantFrom(0, 1, 2),
  validator: mostly<SiteAnswer['validator']>('strong', 'weak', 'date', 'none'),
  ranges: mostly<SiteAnswer['ranges']>('checked', 'unchecked', 'ignored', 'refused'),
  pieceBytes: mostly<number | null>(null, 1, 300, 5_000),
  part: mostly<SiteAnswer['part']>(
    'true',
    ...(['unnamed', 'shifted', 'no-total', 'other-total', 'other-unit', 'several', 'too-long'] as const),
  ),
  length: mostly<SiteAnswer['length']>('true', 'chunked', 'close', 'long'),
  encoding: mostly<SiteAnswer['encoding']>(null, 'gzip', 'forced'),
  cutAt: fc.oneof(fc.constant(null), fc.nat(45_000)),
  hangsAt: fc.constant(null),
  instead: mostly<SiteAnswer['instead']>(
    null,
    ...(['redirect', 'empty', 'nothing', 'no-content', 'busy', 'page'] as const),
  ),
});

test('whatever a site does, the result is one version of the file or none', {
  timeout: 120_000,
}, async () => {
  let script: readonly SiteAnswer[] = [];
  const { run, reset, disk } = await setUp((request) => script[request] ?? { version: 1 });
  const property = fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), async (given) => {
    script = given;
    reset();
    // Whatever the disk contains by now, the site is honest from here on, so the fetch must succeed.
    for (let tries = 0; tries < 2 * given.length; tries += 1) {
      const result = await run(1);
      if (!('name' in result)) continue;
      expect(result.sizeBytes).toBe(disk.bytes.length);
      expect(indexOf(disk.bytes)).toBeGreaterThanOrEqual(0);
      return;
    }
    throw new Error('The file never arrived.');
  });
  await fc.assert(property, { numRuns: countRuns(400) });
});
