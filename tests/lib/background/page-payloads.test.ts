import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPagePayloads,
  maxAgeMs,
  maxPayloadBytes,
  maxPayloads,
  maxTotalBytes,
  type PayloadKind,
} from '../../../lib/background/page-payloads.ts';
import { createPickerRequests, type StoredPickerRequest } from '../../../lib/background/picker-requests.ts';
import { GoneError } from '../../../lib/background/problems.ts';
import { countRuns } from '../../properties.ts';
import { createFakeStorageArea } from '../storage/fake-storage-area.ts';

const text: PayloadKind<string> = {
  name: 'picker-request',
  isPayload: (value): value is string => typeof value === 'string',
};
const request: StoredPickerRequest = {
  reason: 'choose',
  accountId: 'a',
  links: [],
  clicked: null,
  private: false,
};

function setUp() {
  const session = createFakeStorageArea();
  const time = { nowMs: Date.UTC(2026, 10, 1) };
  let ids = 0;
  const options = { session, clock: () => time.nowMs, createId: () => `id${++ids}` };
  return {
    session,
    time,
    payloads: createPagePayloads(options),
    /** Creates the payloads of the next worker. */
    restart: () => createPagePayloads(options),
    storedBytes: () => [...session.items.values()].reduce((sum, item) => sum + Buffer.byteLength(item), 0),
    storedPayloads: () =>
      JSON.parse(session.items.get('payloads') ?? '[]') as { kind: string; id: string; json: string }[],
  };
}

describe('page payloads', () => {
  it('are kept under their id, across restarts of the worker, until they are removed', async () => {
    const { payloads, restart, session } = setUp();
    const id = await payloads.put(text, 'some links');
    expect(await payloads.get(text, id)).toBe('some links');
    const next = restart();
    expect(await next.get(text, id)).toBe('some links');
    expect(await next.put(text, 'fewer links', id)).toBe(id);
    expect(await next.get(text, id)).toBe('fewer links');
    await next.drop(text, id);
    await expect(next.get(text, id)).rejects.toThrow(GoneError);
    expect([...session.items]).toEqual([['payloads', '[]']]);
  });

  it('never exceed the maximum of bytes and entries; the oldest are removed first', async () => {
    const command = fc.record({
      id: fc.integer({ min: 0, max: 30 }),
      size: fc.oneof(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 300_000, max: maxPayloadBytes - 10 }),
      ),
      drop: fc.boolean(),
      character: fc.constantFrom('a', '€', '"'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const { payloads, storedPayloads } = setUp();
        const newest: string[] = [];
        for (const { id, size, drop, character } of commands) {
          const name = `p${id}`;
          const value = character.repeat(size / (character === 'a' ? 1 : 3));
          if (newest.includes(name)) newest.splice(newest.indexOf(name), 1);
          if (drop) {
            await payloads.drop(text, name);
            continue;
          }
          await payloads.put(text, value, name);
          newest.push(name);
        }
        const stored = storedPayloads();
        const sizes = stored.map(({ json }) => Buffer.byteLength(json));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxTotalBytes);
        // The remaining ones are the newest of all that weren't dropped.
        expect(stored.map((each) => each.id)).toEqual(newest.slice(newest.length - stored.length));
      }),
      { numRuns: countRuns(16) },
    );
  }, 60_000);

  it('are limited in number', async () => {
    const { payloads, storedPayloads } = setUp();
    for (let i = 0; i < maxPayloads + 20; i++) await payloads.put(text, '');
    expect(storedPayloads()).toHaveLength(maxPayloads);
  });

  it('that are too large are refused, and nothing is removed for them', async () => {
    const { payloads } = setUp();
    const id = await payloads.put(text, 'before');
    const large = payloads.put(text, '€'.repeat(maxPayloadBytes / 3 + 1));
    await expect(large).rejects.toThrow(RangeError);
    expect(await payloads.get(text, id)).toBe('before');
  });

  it('expire after an hour, and are removed with the next put and at the start of the worker', async () => {
    const { payloads, restart, storedPayloads, time } = setUp();
    const id = await payloads.put(text, 'old');
    time.nowMs += maxAgeMs;
    expect(await payloads.get(text, id)).toBe('old');
    time.nowMs += 1;
    await expect(payloads.get(text, id)).rejects.toThrow(GoneError);
    const other = await payloads.put(text, 'new');
    expect(storedPayloads()).toMatchObject([{ kind: 'picker-request', id: other }]);
    time.nowMs += maxAgeMs + 1;
    await restart().removeExpired();
    expect(storedPayloads()).toEqual([]);
  });

  it('that are stored concurrently are all kept', async () => {
    const { payloads } = setUp();
    const ids = await Promise.all(['a', 'b', 'c'].map((value) => payloads.put(text, value)));
    expect(await Promise.all(ids.map((id) => payloads.get(text, id)))).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['nothing', undefined],
    ['no list', '{}'],
    ['other things', '[null, 7, {"id": 1}]'],
  ])('start empty if the storage contains %s', async (_, damaged) => {
    const { payloads, session } = setUp();
    if (damaged !== undefined) session.items.set('payloads', damaged);
    const id = await payloads.put(text, 'links');
    expect(await payloads.get(text, id)).toBe('links');
    await expect(payloads.get(text, 'another')).rejects.toThrow(GoneError);
  });

  it('are found only under their own kind', async () => {
    const { payloads } = setUp();
    const id = await payloads.put(text, 'links');
    await expect(payloads.get({ ...text, name: 'collection' }, id)).rejects.toThrow(GoneError);
  });
});

describe('picker requests', () => {
  it('store a limited part of the clicked text', async () => {
    const { payloads, storedBytes } = setUp();
    const requests = createPickerRequests(payloads);
    const id = await requests.put({
      ...request,
      reason: 'unusable',
      clicked: `data:image/png,${'A'.repeat(3_000_000)}`,
    });
    expect((await requests.get(id))?.clicked).toHaveLength(2_000);
    expect(storedBytes()).toBeLessThan(10_000);
  });

  it('store links with bounded titles, and their other properties', async () => {
    const requests = createPickerRequests(setUp().payloads);
    const links = [{ url: 'https://a.example/1', title: 'w'.repeat(20_000) }, { url: 'https://a.example/2' }];
    const id = await requests.put({ ...request, links, reason: 'duplicate', private: true });
    expect(await requests.get(id)).toEqual({
      ...request,
      reason: 'duplicate',
      private: true,
      links: [{ url: 'https://a.example/1', title: 'w'.repeat(200) }, { url: 'https://a.example/2' }],
    });
  });

  it('are discarded completely if they are damaged', async () => {
    const { payloads, session, storedPayloads } = setUp();
    const requests = createPickerRequests(payloads);
    const id = await requests.put(request);
    const read = (value: unknown) => {
      const [stored] = storedPayloads();
      session.items.set('payloads', JSON.stringify([{ ...stored, json: JSON.stringify(value) }]));
      return requests.get(id);
    };
    expect(await read(request)).toEqual(request);
    for (const damaged of [
      [],
      { ...request, accountId: 7 },
      { ...request, reason: 'other' },
      { ...request, links: [...request.links, { url: 1 }] },
      { ...request, known: [{ state: 'gone', folder: { id: '1', name: '' } }] },
    ])
      await expect(read(damaged)).rejects.toThrow(GoneError);
  });
});
