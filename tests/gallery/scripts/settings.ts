/** For the scenes `options-…`. */
import type { Page } from '@playwright/test';
import { from, type SceneScripts, shown } from './scene-script.ts';

const account = { id: 'a', address: 'https://files.example', email: 'demo@files.example' };
const encrypted = { iterations: 600_000, salt: '', iv: '', data: '' };

async function choose(page: Page, more: object): Promise<void> {
  const file = {
    format: 'linkhaul-settings',
    version: 1,
    settings: { theme: 'dark', oneClick: true, colour: 'red' },
    accounts: [account, { ...account, id: 'b', address: 'https://media.example.org:8443/host' }],
    ...more,
  };
  const buffer = Buffer.from(JSON.stringify(file));
  await page
    .getByLabel('Settings file')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await page.getByText(/^This file contains/).scrollIntoViewIfNeeded();
}

export const settingsScripts: SceneScripts = {
  'options-search': from('options-connected', (page) =>
    page.getByLabel('Search settings').fill('upload links'),
  ),
  'options-no-match': from('options-connected', (page) =>
    page.getByLabel('Search settings').fill('nothing like this'),
  ),
  'options-rule-dialog': from('options-rules', async (page) => {
    await page.locator('.rule button').first().click();
    await page.locator('dialog input[type="text"]').fill('{nonsense}');
  }),
  'options-rule-others': from('options-other-accounts', (page) =>
    page.locator('.rule button').first().click(),
  ),
  'options-export-keys': from('options-connected', async (page) => {
    await page.getByLabel('Include account keys').click();
    await page.getByRole('button', { name: 'Export settings' }).click();
  }),
  'options-import': from('options-connected', (page) => choose(page, { keys: encrypted })),
  'options-imported': from('options-imported', async (page) => {
    await choose(page, {});
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Accounts to connect' }).waitFor();
  }),
  'options-stored': from('options-connected', async (page) => {
    await page.getByText('Show everything that is stored and sent').click();
    await shown(page, 'All of it takes');
  }),
};
