/** What is done in the scenes of `scenes/files.tsx`. */
import type { Page } from '@playwright/test';
import type { SceneScript } from './scene-script.ts';

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search files' });

async function openFiles(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.locator('.popup-files, .list-skeleton').first().waitFor({ timeout: 5000 });
}

export const filesScripts: Readonly<Record<string, SceneScript>> = {
  'manager-files-chosen': {
    scene: 'manager-files-all',
    async act(page) {
      await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
      await row(page, /0006/).click({ modifiers: ['Shift'] });
      await search(page).fill('sintel');
    },
  },
  'manager-files-chosen-two': {
    scene: 'manager-files-all',
    async act(page) {
      await row(page, /0003/).click({ modifiers: ['ControlOrMeta'] });
      await row(page, /0005/).click({ modifiers: ['ControlOrMeta'] });
    },
  },
  'manager-files-menu': {
    scene: 'manager-files-all',
    act: (page) => row(page, /0003/).click({ button: 'right' }),
  },
  'manager-files-rename': {
    scene: 'manager-files',
    async act(page) {
      await row(page, /0001/).focus();
      await page.keyboard.press('F2');
    },
  },
  'manager-files-new-folder': {
    scene: 'manager-files',
    act: (page) => button(page, 'New folder in Movies').click(),
  },
  'manager-files-beyond': {
    scene: 'manager-files-found',
    async act(page) {
      await search(page).fill('spring');
      await page.getByText('3 more found by the service').first().waitFor({ timeout: 5000 });
    },
  },
  'manager-files-closest': {
    scene: 'manager-files-all',
    async act(page) {
      await search(page).fill('sintle trailer');
      await page.getByText('Closest matches').waitFor({ timeout: 5000 });
    },
  },
  'manager-files-playing': {
    scene: 'manager-files-details',
    async act(page) {
      await button(page, /^Play/).click();
      await page.locator('linkhaul-player').waitFor({ timeout: 5000 });
    },
  },
  'manager-files-silent': {
    scene: 'manager-files-search-failed',
    async act(page) {
      await search(page).fill('spring');
      await page.getByText('isn’t responding').waitFor({ timeout: 5000 });
    },
  },
  'manager-files-copy': {
    scene: 'manager-files-all',
    async act(page) {
      await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
      await row(page, /0012/).click({ modifiers: ['Shift'] });
      await button(page, 'Copy links…').click();
      await page.getByLabel('Markdown').check();
    },
  },
  'manager-files-copy-own': {
    scene: 'manager-files',
    async act(page) {
      await row(page, /0001/).click({ modifiers: ['ControlOrMeta'] });
      await button(page, 'Copy links…').click();
      await page.getByLabel('Custom', { exact: true }).check();
      await page.getByLabel('Custom format').fill('{title} — {length}, {size}: {url} {nonsense}');
    },
  },
  'manager-files-sort': {
    scene: 'manager-files-all',
    act: (page) => page.getByRole('columnheader', { name: 'Length' }).getByRole('button').click(),
  },
  'manager-files-grid-chosen': {
    scene: 'manager-files-grid',
    async act(page) {
      await page.getByRole('gridcell', { name: /0002/ }).click({ modifiers: ['ControlOrMeta'] });
      await page.getByRole('gridcell', { name: /0005/ }).click({ modifiers: ['ControlOrMeta'] });
    },
  },

  'popup-files': { scene: 'popup-account', act: openFiles },
  ...Object.fromEntries(
    ['loading', 'first', 'empty', 'long', 'huge', 'offline', 'service-error', 'jobs-live'].map((name) => [
      `popup-files-${name}`,
      { scene: `popup-account-${name}`, act: openFiles },
    ]),
  ),
  'popup-files-folder': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await row(page, /My files/).click();
      await row(page, /Movies/).click();
    },
  },
  'popup-files-deep': {
    scene: 'popup-account-long',
    async act(page) {
      await openFiles(page);
      for (const name of [/My files/, /Movies/, /quite a long name/, /VVV/, /Deep/])
        await row(page, name).click();
    },
  },
  'popup-files-details': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await row(page, /0001/).click();
      await page.getByText('https://files.example/d/prot3cted').waitFor({ timeout: 5000 });
    },
  },
  'popup-files-details-failed': {
    scene: 'popup-account-service-error',
    async act(page) {
      await openFiles(page);
      await row(page, /0001/).click();
      await page.getByText('took too long').waitFor({ timeout: 5000 });
    },
  },
  'popup-files-chosen': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
      await row(page, /0004/).click({ modifiers: ['Shift'] });
    },
  },
  'popup-files-search': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await search(page).fill('opera 1080');
    },
  },
  'popup-files-menu': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await button(page, /^More for Big Buck/).click();
    },
  },
  'popup-files-copy': {
    scene: 'popup-account',
    async act(page) {
      await openFiles(page);
      await button(page, /^More for Big Buck/).click();
      await page.getByRole('menuitem', { name: 'Copy links…' }).click();
    },
  },
};
