import type { Page } from '@playwright/test';
import { button, from, type SceneScripts, shown } from './scene-script.ts';

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search files' });

async function openFiles(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.locator('.popup-files, .list-skeleton').first().waitFor({ timeout: 5000 });
}

export const filesScripts: SceneScripts = {
  'manager-files-chosen': from('manager-files-all', async (page) => {
    await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
    await row(page, /0006/).click({ modifiers: ['Shift'] });
    await search(page).fill('sintel');
  }),
  'manager-files-chosen-two': from('manager-files-all', async (page) => {
    await row(page, /0003/).click({ modifiers: ['ControlOrMeta'] });
    await row(page, /0005/).click({ modifiers: ['ControlOrMeta'] });
  }),
  'manager-files-menu': from('manager-files-all', (page) => row(page, /0003/).click({ button: 'right' })),
  'manager-files-rename': from('manager-files', async (page) => {
    await row(page, /0001/).focus();
    await page.keyboard.press('F2');
  }),
  'manager-files-new-folder': from('manager-files', (page) => button(page, 'New folder in “Movies”').click()),
  'manager-files-beyond': from('manager-files-found', async (page) => {
    await search(page).fill('spring');
    await shown(page, '3 more found by the service');
  }),
  'manager-files-closest': from('manager-files-all', async (page) => {
    await search(page).fill('sintle trailer');
    await shown(page, 'Closest matches');
  }),
  'manager-files-playing': from('manager-files-details', async (page) => {
    await button(page, /^Play/).click();
    await page.locator('linkhaul-player').waitFor({ timeout: 5000 });
  }),
  'manager-files-silent': from('manager-files-search-failed', async (page) => {
    await search(page).fill('spring');
    await shown(page, 'isn’t responding');
  }),
  'manager-files-copy': from('manager-files-all', async (page) => {
    await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
    await row(page, /0012/).click({ modifiers: ['Shift'] });
    await button(page, 'Copy links…').click();
    await page.getByLabel('Markdown').check();
  }),
  'manager-files-copy-own': from('manager-files', async (page) => {
    await row(page, /0001/).click({ modifiers: ['ControlOrMeta'] });
    await button(page, 'Copy links…').click();
    await page.getByLabel('Custom', { exact: true }).check();
    await page.getByLabel('Custom format').fill('{title} — {length}, {size}: {url} {nonsense}');
  }),
  'manager-files-large': from('manager-files', async (page) => {
    await row(page, /0001/).focus();
    await page.keyboard.press('Space');
    await page.locator('.dialog-preview').waitFor({ timeout: 5000 });
  }),
  'manager-files-upload-links': from('manager-files', async (page) => {
    await row(page, /Trailers/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Upload links here…' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Links to upload')
      .fill('https://a.example/1.mkv\nhttps://a.example/2.mkv');
  }),
  'manager-files-drop': from('manager-files', (page) =>
    row(page, /Trailers/).evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', 'https://a.example/1.mkv');
      element.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
    }),
  ),
  'manager-files-copies-chosen': from('manager-files-copies', (page) => button(page, /^Select \d/).click()),
  'manager-files-sort': from('manager-files-all', (page) =>
    page.getByRole('columnheader', { name: 'Length' }).getByRole('button').click(),
  ),
  'manager-files-grid-chosen': from('manager-files-grid', async (page) => {
    await page.getByRole('gridcell', { name: /0002/ }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('gridcell', { name: /0005/ }).click({ modifiers: ['ControlOrMeta'] });
  }),

  'popup-files': from('popup-account', openFiles),
  ...Object.fromEntries(
    ['loading', 'first', 'empty', 'long', 'offline', 'service-error', 'jobs-live'].map((name) => [
      `popup-files-${name}`,
      from(`popup-account-${name}`, openFiles),
    ]),
  ),
  'popup-files-folder': from('popup-account', async (page) => {
    await openFiles(page);
    await row(page, /My files/).click();
    await row(page, /Movies/).click();
  }),
  'popup-files-large': from('popup-account', async (page) => {
    await openFiles(page);
    await row(page, /0001/).focus();
    await page.keyboard.press('Space');
    await page.locator('.dialog-preview').waitFor({ timeout: 5000 });
  }),
  'popup-files-copies': from('popup-account', async (page) => {
    await openFiles(page);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Find duplicates…' }).click();
  }),
  'popup-files-deep': from('popup-account-long', async (page) => {
    await openFiles(page);
    for (const name of [/My files/, /Movies/, /quite a long name/, /VVV/, /Deep/])
      await row(page, name).click();
  }),
  'popup-files-details': from('popup-account', async (page) => {
    await openFiles(page);
    await row(page, /0001/).click();
    await shown(page, 'https://files.example/d/prot3cted');
  }),
  'popup-files-details-failed': from('popup-account-service-error', async (page) => {
    await openFiles(page);
    await row(page, /0001/).click();
    await shown(page, 'took too long');
  }),
  'popup-files-chosen': from('popup-account', async (page) => {
    await openFiles(page);
    await row(page, /0002/).click({ modifiers: ['ControlOrMeta'] });
    await row(page, /0004/).click({ modifiers: ['Shift'] });
  }),
  'popup-files-search': from('popup-account', async (page) => {
    await openFiles(page);
    await search(page).fill('opera 1080');
  }),
  'popup-files-menu': from('popup-account', async (page) => {
    await openFiles(page);
    await button(page, /^More for Big Buck/).click();
  }),
  'popup-files-copy': from('popup-account', async (page) => {
    await openFiles(page);
    await button(page, /^More for Big Buck/).click();
    await page.getByRole('menuitem', { name: 'Copy links…' }).click();
  }),
};
