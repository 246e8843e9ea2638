import { createHash } from 'node:crypto';
import { createAdmin } from '../../../service/src/index.ts';
import { type SiteAnswer, startAdverseSite, startEndlessSite } from '../../adverse-site.ts';
import { expect, connectedTest as test, until } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { rows } from '../harness/own-files.ts';

test.use({ serviceOptions: { admin: true } });

const versions = [Uint8Array.from({ length: 2_400_000 }, (_, at) => (at * 7 + (at >> 8)) % 251)] as const;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const cutDelayMs = 500;

// `tests/lib/uploads/adverse-sites.test.ts` covers files that change. This tests what a browser decodes and stores.
for (const [name, answers, ranges, tag] of [
  [
    'in parts arrives whole',
    [{ cutAt: 700_000 }, { pieceBytes: 350_000 }, { pieceBytes: 350_000 }],
    [undefined, 'bytes=700000-', 'bytes=1050000-'],
    ['@all', '@chromium'],
  ],
  [
    'compressed and cut arrives whole',
    [{ encoding: 'gzip', length: 'chunked', cutAt: 500 }, { cutAt: 1_200_000 }],
    [undefined, 'bytes=0-', 'bytes=1200000-'],
    ['@all'],
  ],
] as const)
  test(`a file that a site sends ${name}`, { tag: [...tag] }, async ({ extension, service, account }) => {
    const given: readonly Partial<SiteAnswer>[] = answers;
    let requests = 0;
    const site = await startAdverseSite(versions, () => given[requests++] ?? {}, cutDelayMs);
    const popup = await extension.open('popup.html');
    await message(popup, 'links.send', { links: [{ url: site.url }], via: 'browser' });
    await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 30_000 });
    const [file, ...others] = await createAdmin(service.url).files(account.email);
    expect(others).toEqual([]);
    const response = await fetch(`${service.url}/file/${file?.fileCode}?download=1`);
    expect(hashOf(await response.bytes())).toBe(hashOf(versions[0]));
    expect(site.ranges.slice(0, 3)).toEqual(ranges);
    await site.close();
  });

test('an empty response is reported', { tag: ['@all', '@chromium'] }, async ({
  extension,
  service,
  account,
}) => {
  const site = await startAdverseSite(versions, () => ({ instead: 'nothing' }));
  const popup = await extension.open('popup.html');
  await message(popup, 'links.send', { links: [{ url: site.url }], via: 'browser' });
  const sentence = /sent an empty response instead of the file\.$/;
  await expect(rows(popup, 'refused').getByText(sentence)).toBeVisible();
  expect(await createAdmin(service.url).files(account.email)).toEqual([]);
  await site.close();
});

test('slow sites leave room for a quick one, and are reported', { tag: ['@all', '@chromium'] }, async ({
  extension,
}) => {
  const slow = await startAdverseSite(versions, () => ({ hangsAt: 10 }));
  const quick = await startAdverseSite(versions, () => ({}));
  const popup = await extension.open('popup.html');
  const links = Array.from({ length: 5 }, (_, at) => ({ url: `${slow.url}?${at}` }));
  await message(popup, 'links.send', { links: [...links, { url: quick.url }], via: 'browser' });
  await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 60_000 });
  await expect(popup.getByText(/^Waiting: the site is sending very slowly/).first()).toBeVisible();
  await slow.close();
  await quick.close();
});

test('an endless file stops when the space is used up', { tag: ['@devtools', '@all'] }, async ({
  extension,
}) => {
  const { url, close } = await startEndlessSite();
  const popup = await extension.open('popup.html');
  const origin = await popup.evaluate(() => location.origin);
  const cdp = await popup.context().newCDPSession(popup);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 60_000_000 });
  await message(popup, 'links.send', { links: [{ url }], via: 'browser' });
  await expect(
    rows(popup, 'refused').getByText('There isn’t enough free space on this device.'),
  ).toBeVisible();
  const usage = () => popup.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await until('what was fetched to be removed', async () => (await usage()) < 10_000_000);
  await close();
});
