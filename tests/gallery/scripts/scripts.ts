/** States that need an action. To add a state, add an entry. */

import type { Page } from '@playwright/test';
import { knownHosts } from '../../../lib/accounts/known-hosts.ts';
import { batchScripts } from './batch.ts';
import { bulkScripts } from './bulk.ts';
import { capabilityScripts } from './capabilities.ts';
import { embedScripts } from './embed.ts';
import { filesScripts } from './files.ts';
import { reportsScripts } from './reports.ts';
import { from, type SceneScripts, shown } from './scene-script.ts';
import { settingsScripts } from './settings.ts';

const click =
  (name: string | RegExp, role: 'button' | 'tab' | 'menuitem' = 'button') =>
  (page: Page) =>
    page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();

async function connectWith(page: Page, address: string, key: string): Promise<void> {
  const another = page.locator('details:not([open]) > summary', { hasText: 'Add an account' });
  if (await another.isVisible()) await another.click();
  // A rejected account's card has a field for a key too.
  const form = page.locator('form').filter({ has: page.getByLabel('Service address') });
  await form.getByLabel('Service address').fill(address);
  await form.getByLabel('API key').fill(key);
  await click('Connect')(page);
}

async function uploadFirst(page: Page): Promise<void> {
  await connectWith(page, 'files.example', 'key');
  await page.getByLabel('Links to upload').fill('https://downloads.example/films/big-buck-bunny.mkv');
  await click('Upload')(page);
  await shown(page, 'Your first upload');
}

export const scripts: SceneScripts = {
  ...batchScripts,
  ...bulkScripts,
  ...capabilityScripts,
  ...embedScripts,
  ...filesScripts,
  ...reportsScripts,
  ...settingsScripts,
  'popup-row-menu': from('popup-busy', click('More for big-buck-bunny')),
  'popup-causes-open': from('popup-causes', click(/couldn’t be downloaded/)),
  'popup-causes-menu': from('popup-causes', click(/^More for 4 uploads/)),
  'popup-copies-open': from('popup-copies', async (page) => {
    await click('big-buck-bunny')(page);
    await click('elephants-dream')(page);
  }),
  'popup-too-many-open': from('popup-too-many', click(/^11,505 links/)),
  'popup-reroute-menu': from('popup-copies', click('More for agent-327')),
  'popup-account-menu': from('popup-busy', click(/^Account: demo/)),
  'popup-folder-menu': from('popup-busy', click('Folder: Movies')),
  'popup-folder-dialog': from('popup-busy', async (page) => {
    await click('Folder: Movies')(page);
    await click('Choose folder…', 'menuitem')(page);
    await page.getByRole('treeitem', { name: 'Lectures' }).locator('.folder-toggle').click();
    await page.getByRole('treeitem', { name: '2026' }).waitFor({ timeout: 5000 });
    await click('New folder')(page);
  }),
  'popup-clear-all': from('popup-busy', async (page) => {
    await click('Queue options')(page);
    await click('Clear all…', 'menuitem')(page);
  }),
  'popup-delete': from('popup-busy', async (page) => {
    await click('More for big-buck-bunny')(page);
    await click('Delete transfer…', 'menuitem')(page);
  }),
  'popup-help': from('popup-busy', async (page) => {
    await page.getByLabel('Links to upload').press('?');
    await shown(page, 'Show these shortcuts');
  }),
  'popup-typed': from('popup-empty', (page) =>
    page
      .getByLabel('Links to upload')
      .fill('https://a.example/one.iso\nhttps://a.example/two.iso\nno address here'),
  ),
  'popup-sent': from('popup-busy', async (page) => {
    await page.getByLabel('Links to upload').fill('https://a.example/one.iso\nhttps://a.example/two.iso');
    await click('Upload')(page);
    await shown(page, '2 links are queued for “Movies”.');
  }),
  'popup-nothing-to-send': from('popup-empty', async (page) => {
    await page.getByLabel('Links to upload').fill('no address here');
    await click('Upload')(page);
    await shown(page, /This isn’t a link/);
  }),
  'popup-duplicates': from('popup-service-error', async (page) => {
    await click('This page')(page);
    await shown(page, /^Already there: “/);
  }),
  'popup-failed-action': from('popup-service-error', async (page) => {
    await click(/^Try again \(/)(page);
    await shown(page, /502 Bad Gateway/);
  }),

  'options-typed': from('options-first-run', async (page) => {
    await page.getByLabel('Service address').fill('files.example/settings');
    await shown(page, 'Find it on files.example/settings');
  }),
  'options-invalid': from('options-first-run', async (page) => {
    await connectWith(page, 'ftp://files.example', '');
    await shown(page, /starts with https/);
  }),
  'options-wrong-key': from('options-service-error', async (page) => {
    await connectWith(page, 'files.example', 'wrong');
    await shown(page, /rejected this key/);
  }),
  'options-known-host': from('options-first-run', async (page) => {
    await page.getByLabel('Service address').fill(knownHosts[0]?.name ?? '');
    await shown(page, /^Your key goes to/);
  }),
  'options-not-a-service': from('options-no-api', async (page) => {
    await connectWith(page, 'files.example', 'key');
    await shown(page, /isn’t a supported file host/);
  }),
  'options-permission-denied': from('options-denied', async (page) => {
    await connectWith(page, 'files.example', 'key');
    await shown(page, /isn’t allowed to access/);
  }),
  'options-first-link': from('options-first-account', async (page) => {
    await connectWith(page, 'files.example', 'key');
    await shown(page, 'Upload your first link');
  }),
  'options-first-upload': from('options-first-account', uploadFirst),
  'options-first-arrived': from('options-first-file', uploadFirst),
  'options-page-rule': from('options-connected', async (page) => {
    await click('Add a rule')(page);
    await page.getByLabel('Site or link').fill('festival.example');
    await page.getByLabel(/^Links on pages/).click();
  }),
  'options-remove': from('options-connected', click('Remove demo')),

  'picker-new-folder': from('picker', async (page) => {
    await click('New folder')(page);
    await page.getByLabel('New folder in “Movies”').fill('Trailers 2026');
  }),
  'picker-rule': from('picker', async (page) => {
    await page.getByLabel(/^Always for/).click();
    await page.getByLabel('Title pattern (optional)').fill('{name}');
  }),
  'picker-page-rule': from('picker-on-page', (page) => page.getByLabel(/^Always on pages/).click()),
  'picker-filter': from('picker', (page) => page.getByLabel('Filter folders').fill('xyz')),
  'picker-sent': from('picker', async (page) => {
    await click('Upload here')(page);
    await shown(page, '1 link is queued for “Movies”.');
  }),
  'picker-failed': from('picker-service-error', async (page) => {
    await click('Upload here')(page);
    await shown(page, 'This no longer exists.');
  }),
};
