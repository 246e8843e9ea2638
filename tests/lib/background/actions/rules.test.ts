/** Rules, from the picker that creates them to the folder where links arrive. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountsStore } from '../../../../lib/accounts/accounts-store.ts';
import { createRulesStore } from '../../../../lib/links/rules.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;

beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
  // Pausing keeps links in the queue for inspection.
  await setup.send('uploads.pause', {});
});
afterEach(() => setup.close());

const rules = () => createRulesStore(setup.local).get();
const uploads = async () => (await setup.uploads(accountId)).uploads;
const queued = async () =>
  (await uploads()).map(({ folder, title }) => `${folder.name || 'top'} | ${title ?? ''}`);
const folder = (name: string) => setup.send('folders.create', { name, parentId: '0' });
const page = { pageUrl: 'https://a.example/' };
const oneClick = (linkUrl: string, readLinkText = async () => undefined as string | undefined) =>
  setup.click(JSON.stringify(['send']), { ...page, linkUrl }, { readLinkText });

/**
 * Opens the picker for a link.
 * @returns the id of its request
 */
async function pickFor(linkUrl: string, isPrivate = false): Promise<string> {
  const menuItemId = JSON.stringify(['choose', accountId]);
  await setup.click(menuItemId, { ...page, linkUrl, linkText: '' }, { isPrivate });
  return setup.seen.pickerRequestIds.at(-1) ?? '';
}

describe('a rule', () => {
  it('chooses the folder if the user didn’t: for a click, a paste, a collection', async () => {
    const [movies, other] = [await folder('Movies'), await folder('Other')];
    const rule = { accountId, host: 'site.test', kind: null, folder: movies, titlePattern: '{title}!' };
    await setup.send('rules.save', rule);
    await oneClick('https://site.test/1.mp4');
    const links = [
      { url: 'https://cdn.site.test/2.mp4', typedTitle: 'Typed' },
      { url: 'https://elsewhere.test/3.mp4' },
    ];
    expect(await setup.send('links.send', { links })).toMatchObject({
      queued: 2,
      folders: [movies, { id: '0' }],
    });
    const found = { links: [{ url: 'https://site.test/4.mp4', text: 'Four', source: 'link', type: '' }] };
    setup.browser.page = { title: '', url: '', private: false, found };
    await setup.send('collect.start', {});
    const [collection = ''] = setup.seen.collections;
    const urls = ['https://site.test/4.mp4', 'https://never.gathered.test/'];
    await setup.send('collect.send', { collection, urls });
    expect(await queued()).toEqual(['Movies | 1!', 'Movies | Typed', 'top | ', 'Movies | Four!']);

    const again = { links: [...links, { url: 'https://elsewhere.test/new.mp4' }] };
    const { ids = [], ...outcome } = await setup.send('links.send', again);
    expect(outcome, 'only where something went').toMatchObject({ queued: 1, folders: [{ id: '0' }] });
    expect(ids).toEqual([(await uploads()).at(-1)?.id]);
    for (const id of ids) await setup.send('uploads.remove', { id });

    // A chosen folder is never overruled.
    await setup.send('links.send', { links: [{ url: 'https://site.test/5.mp4' }], folder: other });
    const menuItemId = JSON.stringify(['send-to', accountId, '0']);
    await setup.click(menuItemId, { ...page, linkUrl: 'https://site.test/6.mp4', linkText: 'Six' });
    expect((await queued()).slice(4)).toEqual(['Other | ', 'top | Six']);
  });

  it('applies its title pattern to a link text that arrives late', async () => {
    const movies = await folder('Movies');
    const titlePattern = '{title} ({site})';
    await setup.send('rules.save', {
      accountId,
      host: 'site.test',
      kind: null,
      folder: movies,
      titlePattern,
    });
    const text = Promise.withResolvers<string>();
    const clicked = oneClick('https://site.test/1.mp4', () => text.promise);
    await until('the upload', async () => (await queued())[0] === 'Movies | 1 (a.example)');
    text.resolve('The film');
    await clicked;
    expect(await queued()).toEqual(['Movies | The film (a.example)']);
  });

  it('is the video’s if the user clicked the video inside a link', async () => {
    await setup.send('uploads.pause', {});
    const on = {
      linkUrl: 'https://a.example/film.mp4',
      srcUrl: 'https://cdn.example/film.webm',
      linkText: '',
    };
    await setup.click(JSON.stringify(['send-to', accountId, '0', 'video']), on);
    await setup.click(JSON.stringify(['send-to', accountId, '0']), on);
    const { uploads } = await setup.uploads(accountId);
    expect(uploads.map(({ url }) => url)).toEqual([on.srcUrl, on.linkUrl]);
  });

  it('is the PDF’s if the user chose the entry of the PDF, whatever was clicked in it', async () => {
    await setup.send('uploads.pause', {});
    const on = {
      pageUrl: 'https://a.example/plan.pdf',
      frameUrl: 'https://a.example/plan.pdf',
      // The viewer's own address.
      srcUrl: 'chrome-extension://viewer/1',
      linkUrl: 'https://b.example/',
      selectionText: 'Plan',
    };
    await setup.click(JSON.stringify(['send-to', accountId, '0', 'pdf']), on);
    const { uploads } = await setup.uploads(accountId);
    expect(uploads.map(({ url }) => url)).toEqual([on.pageUrl]);
  });

  it('is the link’s if the video inside it has no address yet', async () => {
    await setup.send('uploads.pause', {});
    const on = { linkUrl: 'https://a.example/film.mp4', linkText: '', pageUrl: 'https://a.example/' };
    await setup.click(JSON.stringify(['send-to', accountId, '0', 'video']), on);
    const { uploads } = await setup.uploads(accountId);
    expect(uploads.map(({ url }) => url)).toEqual([on.linkUrl]);
  });

  it('for pages takes media from any host, for a click, a message, the picker and a collection', async () => {
    const movies = await folder('Movies');
    const rule = { accountId, host: 'a.example', isPageHost: true, kind: 'video' as const, folder: movies };
    await setup.send('rules.save', { ...rule, titlePattern: '{site}: {title}' });
    const on = { pageUrl: 'https://www.a.example/p', pageTitle: 'A film' };
    const srcUrl = 'https://cdn.example/8f3a.mp4';
    await setup.click(JSON.stringify(['send']), { ...on, srcUrl });
    const links = [{ url: 'https://cdn.example/2.mp4', ...on }, { url: 'https://cdn.example/3.mp4' }];
    await setup.send('links.send', { links });
    const found = { links: [{ url: 'https://cdn.example/4.mp4', text: 'Four', source: 'link', type: '' }] };
    setup.browser.page = { title: 'A film', url: on.pageUrl, private: false, found };
    await setup.send('collect.start', {});
    const [collection = ''] = setup.seen.collections;
    await setup.send('collect.send', { collection, urls: ['https://cdn.example/4.mp4'] });
    expect(await queued()).toEqual([
      'Movies | a.example: A film',
      'Movies | a.example: 2',
      'top | ',
      'Movies | a.example: Four',
    ]);
    await setup.click(JSON.stringify(['choose', accountId]), { ...on, srcUrl: 'https://cdn.example/5.mp4' });
    const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
    expect(await setup.send('picker.open', { requestId })).toMatchObject({
      suggestion: { folder: movies, title: 'a.example: A film' },
    });
  });

  it('is marked when its folder is missing, and its uploads go into the default folder', async () => {
    const [old, fresh] = [await folder('Old'), await folder('Fresh')];
    await setup.send('folders.setDefault', { accountId, folder: fresh });
    await setup.send('rules.save', {
      accountId,
      host: '127.0.0.1',
      kind: null,
      folder: old,
      titlePattern: null,
    });
    await setup.admin.deleteFolder(old.id);
    await setup.send('uploads.resume', {});
    await oneClick(`${setup.site.url}/sample.webm`);
    const landed = (name: string) =>
      until(`a file in ${name}`, async () => {
        await setup.send('uploads.poll', { accountId });
        return (await uploads()).find((each) => each.state === 'done' && each.folder.name === name);
      });
    await landed('Fresh');
    expect(await rules()).toMatchObject([{ isFolderGone: true }]);

    // Choosing the missing folder fails.
    const links = [{ url: `${setup.site.url}/sample.webm?chosen` }];
    await setup.send('links.send', { links, folder: old });
    await until('the refusal', async () => (await uploads()).some(({ state }) => state === 'refused'));
    // The rule no longer sends there.
    await setup.send('uploads.pause', {});
    await oneClick(`${setup.site.url}/sample.webm?later`);
    expect(
      (await uploads()).filter(({ state }) => state === 'queued').map((each) => each.folder.name),
    ).toEqual(['Fresh']);
    expect((await uploads()).filter(({ state }) => state === 'refused')).toHaveLength(1);
  });

  it('is not created for a link from a private window, and is removed with its account', async () => {
    const movies = await folder('Movies');
    const requestId = await pickFor('https://secret.test/one.mp4', true);
    expect(await setup.send('picker.open', { requestId })).toMatchObject({ private: true });
    const rule = { host: 'secret.test', kind: null, titlePattern: null };
    await setup.send('picker.send', { requestId, folder: movies, pin: false, rule });
    expect(JSON.stringify([...setup.local.items.values()])).not.toContain('secret.test');

    await setup.send('rules.save', { ...rule, host: 'site.test', accountId, folder: movies });
    await setup.send('rules.save', { ...rule, host: 'other.test', accountId, folder: movies });
    const [, first] = await rules();
    await setup.send('rules.remove', { id: first?.id ?? '' });
    expect((await rules()).map(({ host }) => host)).toEqual(['other.test']);
    await setup.send('accounts.remove', { accountId });
    expect(await rules()).toEqual([]);
    expect((await createAccountsStore(setup.local).get()).list).toEqual([]);
  });
});
