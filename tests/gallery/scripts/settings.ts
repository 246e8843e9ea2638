/** What is done on the settings page, in the scenes `options-…`. */
import type { Page } from '@playwright/test';
import type { SceneScript } from './scene-script.ts';

const account = { id: 'a', address: 'https://files.example', email: 'demo@files.example' };
const encrypted = { iterations: 600_000, salt: '', iv: '', data: '' };

async function choose(page: Page, more: object): Promise<void> {
  const file = {
    ...{ format: 'linkhaul-settings', version: 1 },
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

export const settingsScripts: Readonly<Record<string, SceneScript>> = {
  'options-search': {
    scene: 'options-connected',
    act: (page) => page.getByLabel('Search settings').fill('upload links'),
  },
  'options-no-match': {
    scene: 'options-connected',
    act: (page) => page.getByLabel('Search settings').fill('nothing like this'),
  },
  'options-rule-dialog': {
    scene: 'options-rules',
    async act(page) {
      await page.locator('.rule button').first().click();
      await page.locator('dialog input').fill('{nonsense}');
    },
  },
  'options-export-keys': {
    scene: 'options-connected',
    async act(page) {
      await page.getByLabel('Include account keys').click();
      await page.getByRole('button', { name: 'Export settings' }).click();
    },
  },
  'options-import': { scene: 'options-connected', act: (page) => choose(page, { keys: encrypted }) },
  'options-imported': {
    scene: 'options-imported',
    async act(page) {
      await choose(page, {});
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { name: 'Accounts to connect' }).waitFor();
    },
  },
  'options-stored': {
    scene: 'options-connected',
    async act(page) {
      await page.getByText('Show everything that is stored and sent').click();
      await page.getByText('All of it takes').waitFor();
    },
  },
};
