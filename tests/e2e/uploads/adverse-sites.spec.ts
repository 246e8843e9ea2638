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
test('a file that a site sends compressed and cut arrives whole', { tag: '@all' }, async ({
  extension,
  service,
  account,
}) => {
  const answers: readonly Partial<SiteAnswer>[] = [
    { encoding: 'gzip', length: 'chunked', cutAt: 500 },
    { cutAt: 1_200_000 },
  ];
  let requests = 0;
  const site = await startAdverseSite(versions, () => answers[requests++] ?? {}, cutDelayMs);
  const popup = await extension.open('popup.html');
  await message(popup, 'links.send', { links: [{ url: site.url }], via: 'browser' });
  await expect(rows(popup, 'done')).toHaveCount(1, { timeout: 30_000 });
  const [file, ...others] = await createAdmin(service.url).files(account.email);
  expect(others).toEqual([]);
  const response = await fetch(`${service.url}/file/${file?.fileCode}?download=1`);
  expect(hashOf(await response.bytes())).toBe(hashOf(versions[0]));
  expect(site.ranges.slice(0, 3)).toEqual([undefined, 'bytes=0-', 'bytes=1200000-']);
  await site.close();
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
