/** Importing a file with keys: none goes out unencrypted unless the user decides so. */
import { expect, page, requestsOf, show, test } from '../harness/gallery.ts';

const account = { id: 'a', address: 'https://files.example', email: null };
const keys = { iterations: 600_000, salt: '', iv: '', data: '' };
const warning = 'nas.example:8080: Not encrypted: others on the network can read your API key.';

/** On the page that is shown. */
async function choose(...addresses: readonly string[]): Promise<void> {
  const accounts = addresses.map((address, at) => ({ ...account, id: `${at}`, address }));
  const file = { format: 'linkhaul-settings', version: 1, accounts, keys };
  await page.getByLabel('Settings file').setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
}

const passphrase = () => page.getByLabel('Passphrase', { exact: true });
const decision = () => page.getByRole('checkbox', { checked: false }).and(page.getByLabel('keys')).last();
const take = () => page.getByRole('button', { name: 'Import', exact: true }).click();
const passphrases = async () => {
  const requests = (await requestsOf('backup.import')) as { passphrase: string | null }[];
  // The first one is the scene's own.
  return requests.slice(1).map((request) => request.passphrase);
};

test.beforeEach(() => show('options-imported'));

test('imports keys of unencrypted services only after a warning is confirmed', async () => {
  await choose('https://files.example', 'http://nas.example:8080');
  await expect(page.getByText(warning)).toBeVisible();
  await expect(decision()).toHaveAccessibleDescription(warning);
  await expect(passphrase()).toHaveCount(0);
  await take();
  await expect.poll(passphrases).toEqual([null]);
  await expect(page.getByText('1 account needs its API key.')).toBeVisible();

  await choose('https://files.example', 'http://nas.example:8080');
  await expect(page.getByText(warning)).toBeVisible();
  await decision().check();
  await passphrase().fill('correct horse');
  await take();
  await expect.poll(passphrases).toEqual([null, 'correct horse']);
});

test('asks again for each file', async () => {
  await choose('http://nas.example:8080');
  // Until then, the last one is that of the export.
  await expect(page.getByText(warning)).toBeVisible();
  await decision().check();
  await expect(passphrase()).toBeVisible();
  await choose('http://nas.example:8080');
  await expect(decision()).toBeVisible();
  await expect(passphrase()).toHaveCount(0);
});

test('does not warn of encrypted services and this machine', async () => {
  await choose('https://files.example', 'http://127.0.0.1:8080', 'http://localhost');
  await expect(page.getByText('Not encrypted')).toHaveCount(0);
  await passphrase().fill('correct horse');
  await take();
  await expect.poll(passphrases).toEqual(['correct horse']);
});
