import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutToPayload } from '../../../../lib/background/actions/collect.ts';
import { maxPayloadBytes, payloadSizeBytes } from '../../../../lib/background/page-payloads.ts';
import type { Collection } from '../../../../lib/protocol.ts';
import { type BackgroundSetup, setUpBackground } from '../background-setup.ts';

let setup: BackgroundSetup;

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

  it.each([
    ['the browser keeps extensions out', false, 'unreadable', 'no-access'],
    ['the page doesn’t respond', true, 'silent', 'page-silent'],
  ])('are replaced by the page itself if %s, and the reason is named', async (_, isSilent, reason, code) => {
    await setup.connect();
    setup.browser.isPageSilent = isSilent;
    await setup.click(collectEntry(), { pageUrl: 'https://a.example/film', pageTitle: 'Film' });
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId })).toMatchObject({
      reason,
      links: [{ url: 'https://a.example/film', title: 'Film' }],
    });
    expect(await setup.reply('collect.start', {})).toMatchObject({ problem: { code } });
  });

  it('say whether they are from a private window, so that their page leaves no trace', async () => {
    await setup.connect();
    const found = { links: [], leftOut: 0 };
    for (const isPrivate of [true, false]) {
      setup.browser.page = { title: '', url: 'https://a.example/', private: isPrivate, found };
      await setup.send('collect.start', {});
      const collection = setup.seen.collections.at(-1) ?? '';
      expect((await setup.send('collect.open', { collection })).private).toBe(isPrivate);
    }
  });
});

describe('tabs that are selected together with the page', () => {
  const pageUrl = 'https://somewhere.example/';
  const link = (url: string) => ({ url, text: 'From the page', source: 'link', type: '' });
  beforeEach(async () => {
    setup = await setUpBackground();
    await setup.connect();
    setup.browser.page = {
      title: 'Some page',
      url: pageUrl,
      private: false,
      otherTabIds: [1, 2, 3, 4],
      found: { links: [link('https://a.example/1'), link('https://b.example/2')], leftOut: 0 },
    };
  });
  afterEach(() => setup.close());
  const tabs = {
    1: { url: 'https://a.example/1', title: 'First' },
    2: { url: 'https://c.example/3.mp4', title: 'Film' },
    4: { url: 'chrome://settings', title: 'Settings' },
  };
  const added = {
    tabsLeftOut: ['Settings'],
    links: [
      { url: pageUrl, source: 'tab', title: 'Some page' },
      { url: 'https://a.example/1', source: 'tab', title: 'First' },
      { url: 'https://c.example/3.mp4', source: 'tab', kind: 'video' },
      { url: 'https://b.example/2', source: 'link' },
    ],
  };
  const start = async () => {
    await setup.send('collect.start', {});
    return setup.seen.collections.at(-1) ?? '';
  };

  it('are added once they may be read, each address once, and those without an address are named', async () => {
    const collection = await start();
    const before = await setup.send('collect.open', { collection });
    expect(before).toMatchObject({ tabIds: [1, 2, 3, 4] });
    expect(before.links).toHaveLength(2);
    expect(await setup.send('collect.addTabs', { collection })).toEqual(before);
    setup.browser.tabs = tabs;
    expect(await setup.send('collect.addTabs', { collection })).toMatchObject(added);
    const after = await setup.send('collect.open', { collection });
    expect(after).toMatchObject(added);
    expect(after.tabIds).toBeUndefined();
    expect(await setup.send('collect.addTabs', { collection })).toEqual(after);
    const urls = ['https://c.example/3.mp4'];
    expect(await setup.send('collect.send', { collection, urls })).toMatchObject({ queued: 1 });
  });

  it('are included at once if that was allowed before, but not if only one tab is selected', async () => {
    setup.browser.tabs = tabs;
    expect(await setup.send('collect.open', { collection: await start() })).toMatchObject(added);
    setup.browser.page = setup.browser.page && { ...setup.browser.page, otherTabIds: [] };
    const { links, tabIds } = await setup.send('collect.open', { collection: await start() });
    expect([links.length, tabIds]).toEqual([2, undefined]);
  });
});

describe('a collection', () => {
  const collection = (count: number, urlLength: number): Collection => ({
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

  it('of any size is cut to one payload, and the number of dropped links is reported', () => {
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
            // Not cut more than necessary: one more link would hardly fit.
            expect(payloadSizeBytes(cut)).toBeGreaterThan(maxPayloadBytes - urlLength - 200);
          } else expect(cut).toBe(whole);
        },
      ),
      { numRuns: 12 },
    );
  });
});
