/** Keys in an imported file aren't sent unencrypted unless the user agrees. */
import { expect, findRequests, page, show, test } from '../harness/gallery.ts';

const account = { id: 'a', address: 'https://files.example', email: null };
const keys = { iterations: 600_000, salt: '', iv: '', data: '' };
const warning = 'nas.example:8080: Not encrypted: others on the network can read your API key.';

async function chooseFile(file: object): Promise<void> {
  await page.getByLabel('Settings file').setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'linkhaul-settings', version: 1, ...file })),
  });
}

async function choose(...addresses: readonly string[]): Promise<void> {
  const accounts = addresses.map((address, at) => ({ ...account, id: `${at}`, address }));
  await chooseFile({ accounts, keys });
}

const passphrase = () => page.getByLabel('Passphrase', { exact: true });
const decision = () => page.getByRole('checkbox', { checked: false }).and(page.getByLabel('keys')).last();
const take = () => page.getByRole('button', { name: 'Import', exact: true }).click();
const passphrases = async () => {
  const requests = (await findRequests('backup.import')) as { passphrase: string | null }[];
  // The first is the scene's own.
  return requests.slice(1).map((request) => request.passphrase);
};

test.beforeEach(() => show('options-imported'));

test('keys of unencrypted services are imported only after a warning is confirmed', async () => {
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

test('each file with such keys needs a new confirmation', async () => {
  await choose('http://nas.example:8080');
  // Until then, the last field is the export's.
  await expect(page.getByText(warning)).toBeVisible();
  await decision().check();
  await expect(passphrase()).toBeVisible();
  await choose('http://nas.example:8080');
  await expect(decision()).toBeVisible();
  await expect(passphrase()).toHaveCount(0);
});

test('choosing a file moves the focus to the passphrase, which may be out of view', async () => {
  await choose('https://files.example', 'https://other.example');
  await expect(passphrase()).toBeFocused();
  await expect(passphrase()).toBeInViewport({ ratio: 1 });
});

test('the notice of an import moves nothing and covers no linked heading', async () => {
  const notice = page.locator('.options-notice .notice');
  await expect(notice).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Accounts', exact: true });
  await page.evaluate(() => scrollTo(0, 0));
  const before = await heading.boundingBox();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Notifications' })
    .click();
  const isSeen = (element: Element) => {
    const { x, y, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 4, y + height / 2));
  };
  const target = page.getByRole('heading', { name: 'Notifications', exact: true });
  await expect.poll(() => target.evaluate(isSeen)).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  expect(await heading.boundingBox()).toEqual(before);
});

test('an account without a key leads to its field, even during a search and a second time', async () => {
  await chooseFile({ accounts: [account, { ...account, id: 'b', address: 'https://other.example' }] });
  await take();
  const connect = page.getByRole('button', { name: 'Connect https://other.example' });
  const key = page.getByLabel('API key', { exact: true });
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('import');
  await connect.click();
  await expect(key).toBeFocused();
  await expect(page.getByLabel('Service address')).toHaveValue('https://other.example');
  await page.getByText('Add an account').click();
  await expect(key).toHaveCount(0);
  await connect.click();
  await expect(key).toBeFocused();
  await key.fill('half a key');
  await connect.click();
  await expect(key).toBeFocused();
  await expect(key).toHaveValue('half a key');
  const form = page.locator('details', { hasText: 'Add an account' });
  await expect(form).toHaveAttribute('open');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).not.toHaveAttribute('open');
});

test('encrypted services and this machine cause no warning', async () => {
  await choose('https://files.example', 'http://127.0.0.1:8080', 'http://localhost');
  await expect(page.getByText('Not encrypted')).toHaveCount(0);
  await passphrase().fill('correct horse');
  await take();
  await expect.poll(passphrases).toEqual(['correct horse']);
});

test('access to services is requested only after the import, so a wrong passphrase leaves no prompt open', async () => {
  await choose('https://files.example', 'https://other.example');
  await passphrase().fill('correct horse');
  await take();
  const offer = page
    .getByRole('status')
    .filter({ hasText: 'Linkhaul isn’t allowed to access files.example.' });
  await expect(offer).toContainText('1 account needs its API key.');
  expect(await findRequests('permissions.request')).toEqual([]);
  await offer.getByRole('button', { name: 'Allow access' }).click();
  await expect.poll(() => findRequests('permissions.request')).toEqual(['https://files.example/*']);
  await expect(page.getByRole('button', { name: 'Allow access' })).toHaveCount(0);
});

const own = { id: 'a1', address: 'https://files.example', email: 'demo@files.example' };
const theirs = { id: 'theirs', address: 'https://other.example', email: '\u202emallory@other.example' };
const folder = { id: '7', name: 'Films' };
const rule = { id: 'r', accountId: own.id, kind: null, folder, titlePattern: null, isFolderGone: false };
const lure = {
  accounts: [{ ...own, default: folder, pinned: [folder] }, theirs],
  settings: {
    oneClick: true,
    pageToast: false,
    copyTemplate: 'https://evil.example/?{url}',
    theme: 'system',
  },
  storage: {
    rules: [
      { ...rule, host: 'own.example', via: 'browser', isFolderGone: true },
      { ...rule, host: 'all.example', accountId: 'theirs', isForAll: true, via: 'browser' },
      { ...rule, host: 'copy.example', also: [{ accountId: 'theirs', folder }] },
      { ...rule, host: '', fallbacks: [{ accountId: 'theirs', folder }] },
      { ...rule, host: 'com', accountId: 'theirs', isForAll: true },
      { ...rule, host: 'co.uk' },
    ],
  },
};

interface ImportRequest {
  readonly backup: { readonly settings: object; readonly storage: { readonly rules: { host: string }[] } };
  readonly without: readonly string[];
}
const lastImport = async () => (await findRequests('backup.import')).at(-1) as ImportRequest;

test('the file’s content is listed, and rules for other people’s accounts are imported only if ticked', async () => {
  await chooseFile(lure);
  await expect(page.getByText('rules[4] (com)')).toBeVisible();
  await expect(page.getByText('rules[5] (co.uk)')).toBeVisible();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(box('Upload with one click: On')).toBeChecked();
  await expect(box('copyTemplate: https://evil.example/?{url}')).toBeChecked();
  await expect(box('Theme: System')).toHaveCount(0);
  await expect(box('Links from own.example')).toHaveAccessibleDescription(/through this browser/iu);
  await expect(box('Links from own.example')).toBeChecked();
  for (const name of ['Links from all.example', 'Links from copy.example', 'All links']) {
    await expect(box(name)).not.toBeChecked();
    await expect(box(name)).toHaveAccessibleDescription(/Not one of your accounts: mallory/u);
  }
  await expect(box('Links from all.example')).toHaveAccessibleDescription(
    /^mallory To “Films”|^mallory · To “Films” · .*Also while another account is current/u,
  );
  await expect(box('Links from copy.example')).toHaveAccessibleDescription(/Also to mallory · Films/u);

  await box('Upload with one click: On').uncheck();
  await box('Links from copy.example').check();
  await box('mallory').uncheck();
  await take();
  await expect.poll(async () => (await lastImport()).without).toEqual(['theirs']);
  const { backup } = await lastImport();
  expect(backup.settings).toEqual({ pageToast: false, copyTemplate: 'https://evil.example/?{url}' });
  expect(backup.storage.rules.map(({ host }) => host)).toEqual(['own.example', 'copy.example']);
});

test('the choice is reset for each file, and rules are ticked and unticked together', async () => {
  await chooseFile(lure);
  const rules = page.getByRole('group', { name: 'Rules' });
  await rules.getByLabel('Select all').check();
  await expect(rules.getByRole('checkbox', { checked: false })).toHaveCount(0);
  await chooseFile(lure);
  await expect(rules.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await rules.getByLabel('Select all').check();
  await take();
  await expect.poll(async () => (await lastImport()).backup.storage.rules.length).toBe(4);
});
