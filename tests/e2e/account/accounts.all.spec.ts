import type { Page } from '@playwright/test';
import type { MessageName } from '../../../lib/protocol.ts';
import { expect, test, until } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';
import { holdDatabase, openQuietPage, readStoredContent } from '../harness/stored.ts';

/** The response never arrives. */
const sendOnly = (page: Page, name: MessageName, request: object): Promise<void> =>
  page.evaluate(
    (sent) => {
      const { chrome } = globalThis as unknown as ExtensionGlobals;
      chrome.runtime.sendMessage(sent).catch(() => {});
    },
    { name, request },
  );

const accountIds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    return (await chrome.storage.local.get('accounts')).accounts.list.map(({ id }) => id);
  });

interface ExtensionGlobals {
  readonly chrome: {
    readonly runtime: { sendMessage(message: object): Promise<unknown> };
    readonly storage: {
      readonly local: { get(key: string): Promise<{ accounts: { list: { id: string }[] } }> };
    };
  };
}

test.use({ serviceOptions: { admin: true, rateLimit: false } });

test('removing an account survives the worker’s end and leaves nothing', async ({
  extension,
  service,
  site,
  account: { email, key },
}) => {
  await service.seed({ account: email, seed: 1, files: 30, folders: 3 });
  const quiet = await openQuietPage(extension);
  // In Firefox, the page asks for access.
  await extension.connect(service.url, key);
  const accountId = await currentAccountId(extension);
  for (const page of extension.context.pages()) if (page !== quiet) await page.close();
  await message(quiet, 'uploads.pause', {});
  const link = `${site.url}/sample.webm`;
  await message(quiet, 'links.send', { links: [{ url: link }] });
  await message(quiet, 'links.send', { links: [{ url: `${link}?private` }], private: true });
  await message(quiet, 'folders.pin', { accountId, folder: { id: '7', name: 'Pinned' }, pinned: true });
  await message(quiet, 'catalog.refresh', { accountId, folderId: null });
  // The badge doesn't count private links if no private window is open.
  const marks = [accountId, key, email, link, 'Pinned', '"badge":"1"'];
  const marksLeft = async () => {
    const stored = JSON.stringify(await readStoredContent(quiet));
    return marks.filter((mark) => stored.includes(mark));
  };
  await expect.poll(marksLeft).toEqual(marks);

  const release = await holdDatabase(quiet, 'linkhaul-uploads');
  await sendOnly(quiet, 'accounts.remove', { accountId });
  await until('the account to leave the list', async () => (await accountIds(quiet)).length === 0);
  await extension.background.kill();
  await release();
  expect(await marksLeft()).toContain(accountId);

  await extension.background.wake();
  await expect.poll(marksLeft).toEqual([]);
});
