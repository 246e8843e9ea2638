/** Several accounts: removing one leaves nothing of it, and what is done to one is not done to another. */
import type { Page } from '@playwright/test';
import type { MessageName } from '../../../lib/protocol.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, test, until } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { holdDatabase, openQuietPage, readStoredContent } from '../harness/stored.ts';

/** Sends a message and does not wait for its answer, which will not come. */
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

/** The part of the browser's API that is used in pages. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly runtime: { sendMessage(message: object): Promise<unknown> };
    readonly storage: {
      readonly local: { get(key: string): Promise<{ accounts: { list: { id: string }[] } }> };
    };
  };
}

test.describe('removing an account', () => {
  test.use({ serviceOptions: { admin: true, rateLimit: false } });

  for (const database of ['linkhaul-uploads', 'linkhaul-catalog']) {
    test(`continues after the worker was terminated at ${database}, and leaves nothing`, async ({
      extension,
      service,
      site,
      account: { email, key },
    }) => {
      await service.seed({ account: email, seed: 1, files: 30, folders: 3 });
      const quiet = await openQuietPage(extension);
      const { account } = await message(quiet, 'accounts.connect', { address: service.url, key });
      const accountId = account.id;
      for (const page of extension.context.pages()) if (page !== quiet) await page.close();
      await message(quiet, 'uploads.pause', {});
      const link = `${site.url}/sample.webm`;
      await message(quiet, 'links.send', { links: [{ url: link }] });
      await message(quiet, 'links.send', { links: [{ url: `${link}?private` }], private: true });
      await message(quiet, 'folders.pin', { accountId, folder: { id: '7', name: 'Pinned' }, pinned: true });
      await message(quiet, 'catalog.refresh', { accountId, folderId: null });
      const marks = [accountId, key, email, link, 'Pinned', '"badge":"2"'];
      const marksLeft = async () => {
        const stored = JSON.stringify(await readStoredContent(quiet));
        return marks.filter((mark) => stored.includes(mark));
      };
      await expect.poll(marksLeft).toEqual(marks);

      const release = await holdDatabase(quiet, database);
      await sendOnly(quiet, 'accounts.remove', { accountId });
      await until('the account to leave the list', async () => (await accountIds(quiet)).length === 0);
      await extension.background.kill();
      await release();
      expect(await marksLeft()).toContain(accountId);

      await extension.background.wake();
      await expect.poll(marksLeft).toEqual([]);
    });
  }
});

test.describe('“Clear all”', () => {
  test.use({ serviceOptions: { admin: true, bytesPerSecond: 1_000 } });

  test('clears the account that was shown, when another one is selected at that moment', async ({
    extension,
    service,
    site,
    account,
  }) => {
    const admin = createAdmin(service.url);
    const other = service.createAccount({ email: 'other@linkhaul.example' });
    const quiet = await openQuietPage(extension);
    const connected = [];
    for (const { key } of [account, other]) {
      const { account } = await message(quiet, 'accounts.connect', { address: service.url, key });
      const links = [{ url: `${site.url}/sample.webm` }];
      await message(quiet, 'links.send', { accountId: account.id, links });
      connected.push(account.id);
    }
    const [shown = '', selected = ''] = connected;
    await message(quiet, 'accounts.select', { accountId: shown });
    const popup = await extension.open('popup.html');
    await expect(popup.locator('[data-state="working"]')).toHaveCount(1);
    const transfers = async () => (await admin.transfers()).map(({ account: whose }) => whose).sort();
    await expect.poll(transfers).toEqual([account.email, other.email].sort());

    await popup.getByRole('button', { name: 'Queue options' }).click();
    await popup.getByRole('menuitem', { name: 'Clear all' }).click();
    await expect(popup.getByText('All of demo’s transfers will be stopped')).toBeVisible();
    // The click comes when the other account is selected, and before this page has read that.
    await popup
      .getByRole('button', { name: 'Clear all transfers' })
      .evaluate(async (button: HTMLElement, accountId) => {
        const { chrome } = globalThis as unknown as ExtensionGlobals;
        await chrome.runtime.sendMessage({ name: 'accounts.select', request: { accountId } });
        button.click();
      }, selected);
    await expect.poll(transfers).toEqual([other.email]);
    await expect(popup.getByRole('button', { name: /^Account: other/ })).toBeVisible();
    await expect(popup.locator('[data-state="working"]')).toHaveCount(1);
    expect(extension.problems).toEqual([]);
  });
});
