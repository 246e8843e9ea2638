import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutToPayload, type StoredCollection } from '../../../../lib/background/actions/collect.ts';
import { maxPayloadBytes, payloadSizeBytes } from '../../../../lib/background/page-payloads.ts';
import { type BackgroundSetup, setUpBackground } from '../background-setup.ts';

let setup: BackgroundSetup;

/** The menu's entry that gathers the links of a page. */
function collectEntry(): string {
  const found = setup.seen.menu.find(
    (each) => 'title' in each && each.title === 'Upload links on this page…',
  );
  if (!found) throw new Error('The menu has no entry for the links of a page.');
  return found.id;
}

describe('the links of a page', () => {
  beforeEach(async () => {
    setup = await setUpBackground();
  });
  afterEach(() => setup.close());

  it('are read from the clicked tab, and from the active one for the popup', async () => {
    await setup.connect();
    setup.browser.page = { title: '', url: '', private: false, found: { links: [], leftOut: 0 } };
    await setup.click(collectEntry(), { pageUrl: 'https://somewhere.example/' }, { tabId: 7 });
    await setup.send('collect.start', {});
    expect(setup.seen.tabsRead).toEqual([7, null]);
  });
});

describe('a collection', () => {
  const collection = (count: number, urlLength: number): StoredCollection => ({
    accountId: 'a',
    pageTitle: 'Ä page',
    pageUrl: 'https://a.example/',
    hiddenCount: 9,
    private: false,
    links: Array.from({ length: count }, (_, index) => ({
      url: `https://a.example/${index}`.padEnd(urlLength, 'a'),
      title: 'Ünï "co"',
      kind: 'page',
      host: 'a.example',
      source: 'link',
    })),
  });

  it('of any size is cut to one payload, and the number of links cut is reported', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 30, max: 8_192 }),
        (count, urlLength) => {
          const whole = collection(count, urlLength);
          const cut = cutToPayload(whole);
          expect(payloadSizeBytes(cut)).toBeLessThanOrEqual(maxPayloadBytes);
          expect(cut.links.length + cut.hiddenCount).toBe(count + 9);
          if (cut.links.length < count) {
            // Not by more than has to be: one more link, and it would hardly fit.
            expect(payloadSizeBytes(cut)).toBeGreaterThan(maxPayloadBytes - urlLength - 200);
          } else expect(cut).toBe(whole);
        },
      ),
      { numRuns: 12 },
    );
  });
});
