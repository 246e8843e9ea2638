/** A settings file from someone who also gave the user its passphrase. */

import { createClient } from '../../../lib/api/index.ts';
import { encryptKeys } from '../../../lib/background/key-cipher.ts';
import { expect, connectedTest as test, until } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';

const passphrase = 'correct horse battery';

test('an imported rule that sends links to its author is left out unless ticked', { tag: '@all' }, async ({
  extension,
  service,
  site,
  client,
}) => {
  const options = await extension.openSettings();
  const own = await currentAccountId(extension);
  const { key } = service.createAccount({ email: 'mallory@linkhaul.example' });
  const folder = { id: '0', name: '' };
  const theirs = { id: 'theirs', address: service.url, email: 'mallory@linkhaul.example' };
  const rule = { id: 'r', kind: null, folder, titlePattern: null, isFolderGone: false, accountId: theirs.id };
  const rules = [
    { ...rule, host: '127.0.0.1', isForAll: true },
    { ...rule, host: '', accountId: own, also: [{ accountId: theirs.id, folder }] },
    { ...rule, host: 'com', isForAll: true },
  ];
  const keys = await encryptKeys(
    [[theirs.id, key]],
    passphrase,
    JSON.stringify([[theirs.id, theirs.address]]),
  );
  const file = { format: 'linkhaul-settings', version: 1, accounts: [theirs], storage: { rules }, keys };
  const choose = async () => {
    await options.bringToFront();
    await options.getByLabel('Settings file').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await options.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  };
  const importIt = async () => {
    const said = options.getByText(/^Settings imported\./);
    await expect(said).toHaveCount(0);
    await options.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(said).toBeVisible();
  };
  const send = (name: string) =>
    message(options, 'links.send', { accountId: own, links: [{ url: `${site.url}/sample.webm?${name}` }] });
  const mallory = createClient({ baseUrl: service.url, key });
  const filesOf = async (one: typeof mallory) => (await one.files.list({})).files.length;

  await choose();
  await expect(options.getByText('rules[2] (com)')).toBeVisible();
  const box = options.getByRole('checkbox', { name: 'Links from 127.0.0.1' });
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(/^mallory .*Not one of your accounts: mallory/su);
  await importIt();
  await expect(options.getByText('1 account added.')).toBeVisible();
  await send('own');
  await until('the file', async () => (await filesOf(client)) === 1);
  expect(await filesOf(mallory)).toBe(0);

  // Now the account is the user's, so the rule is ticked.
  await choose();
  await expect(box).toBeChecked();
  await importIt();
  await send('theirs');
  await until('the file', async () => (await filesOf(mallory)) === 1);
});
