import type { Page } from '@playwright/test';
import { button, from, type SceneScripts, shown } from './scene-script.ts';

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

export const batchScripts: SceneScripts = {
  'collect-filtered': from('collect', async (page) => {
    await page.getByLabel('Search links').fill('festival day');
    await page.getByLabel('Video').check();
    await button(page, /^Select \d+ shown$/).click();
  }),
  'collect-one': from('collect', (page) => option(page, /Opening/).click()),
  'collect-titles': from('collect-hidden', async (page) => {
    await button(page, 'Select all').click();
    await button(page, 'Titles by pattern…').click();
    await page.getByRole('textbox', { name: 'New title' }).fill('{n:2} {title}');
  }),
  'collect-no-match': from('collect', async (page) => {
    await option(page, /Opening/).click();
    await page.getByLabel('Search links').fill('nothing like this');
  }),
  'collect-sent': from('collect-duplicates', async (page) => {
    await option(page, /Opening/).click();
    await option(page, /Keynote/).click();
    await button(page, 'Upload 2 links').click();
    await shown(page, 'already there');
  }),
  'collect-failed': from('collect-service-error', async (page) => {
    await button(page, 'Select all').click();
    await button(page, /^Upload/).click();
    await shown(page, /have expired/);
  }),
  'manager-pasted': from('manager-empty', async (page) => {
    const lines = [
      '# a list',
      'https://a.example/one.iso',
      'see https://a.example/two.iso and https://a.example/one.iso',
      'no address here',
      ...Array.from({ length: 30 }, (_, index) => `https://b.example/part-${index}.rar`),
    ];
    await page.getByLabel('Links to upload').fill(lines.join('\n'));
  }),
  'manager-pasted-one': from('manager-empty', (page) =>
    page.getByLabel('Links to upload').fill('https://a.example/one.iso'),
  ),
  'manager-help': from('manager-busy', (page) => page.keyboard.press('?')),
  'manager-row-menu': from('manager-paused', (page) => button(page, 'More for second').click()),
  'manager-activity-clear': from('manager-activity', async (page) => {
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Clear activity…' }).click();
  }),
  'manager-activity-no-match': from('manager-activity', (page) =>
    page.getByLabel('Search activity').fill('nothing like this'),
  ),
  'manager-activity-open': from('manager-activity-staged', (page) =>
    page.getByRole('button', { name: '3 links to “Movies”' }).click(),
  ),
  'manager-activity-failed': from('manager-activity-error', async (page) => {
    await page.getByLabel('Failed').check();
    await button(page, 'Try again').click();
    await shown(page, 'This account isn’t connected.');
  }),
  'popup-activity': from('popup-busy', async (page) => {
    await button(page, 'Activity').click();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor({ timeout: 5000 });
  }),
  'popup-unreadable': from('popup-service-error', async (page) => {
    await button(page, 'Links on page…').click();
    await shown(page, 'let extensions read this page');
  }),
};
