/** What is done in the scenes of `scenes/batch.tsx`. */
import type { Page } from '@playwright/test';
import type { SceneScript } from './scene-script.ts';

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

export const batchScripts: Readonly<Record<string, SceneScript>> = {
  'collect-filtered': {
    scene: 'collect',
    async act(page) {
      await page.getByLabel('Search links').fill('festival day');
      await page.getByLabel('Video').check();
      await button(page, 'Select matching').click();
    },
  },
  'collect-one': { scene: 'collect', act: (page) => option(page, /Opening/).click() },
  'collect-titles': {
    scene: 'collect-hidden',
    async act(page) {
      await button(page, 'Select all').click();
      await button(page, 'Titles by pattern…').click();
      await page.getByRole('textbox', { name: 'New title' }).fill('{n:2} {title}');
    },
  },
  'collect-no-match': {
    scene: 'collect',
    async act(page) {
      await option(page, /Opening/).click();
      await page.getByLabel('Search links').fill('nothing like this');
    },
  },
  'collect-sent': {
    scene: 'collect-duplicates',
    async act(page) {
      await option(page, /Opening/).click();
      await option(page, /Keynote/).click();
      await button(page, 'Upload 2 links').click();
      await page.getByText('1 link is already queued').waitFor({ timeout: 5000 });
    },
  },
  'collect-failed': {
    scene: 'collect-service-error',
    async act(page) {
      await button(page, 'Select all').click();
      await button(page, /^Upload/).click();
      await page.getByText(/have expired/).waitFor({ timeout: 5000 });
    },
  },
  'manager-pasted': {
    scene: 'manager-empty',
    async act(page) {
      const lines = [
        '# a list',
        'https://a.example/one.iso',
        'see https://a.example/two.iso and https://a.example/one.iso',
        'no address here',
        ...Array.from({ length: 30 }, (_, index) => `https://b.example/part-${index}.rar`),
      ];
      await page.getByLabel('Links to upload').fill(lines.join('\n'));
    },
  },
  'manager-pasted-one': {
    scene: 'manager-empty',
    act: (page) => page.getByLabel('Links to upload').fill('https://a.example/one.iso'),
  },
  'manager-help': { scene: 'manager-busy', act: (page) => page.keyboard.press('?') },
  'manager-palette': {
    scene: 'manager-busy',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Go to Files' }).waitFor({ timeout: 5000 });
    },
  },
  'manager-palette-found': {
    scene: 'manager-busy',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('o');
    },
  },
  'manager-row-menu': {
    scene: 'manager-paused',
    act: (page) => button(page, 'More for second').click(),
  },
  'manager-activity-clear': {
    scene: 'manager-activity',
    async act(page) {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Clear activity…' }).click();
    },
  },
  'manager-activity-no-match': {
    scene: 'manager-activity',
    act: (page) => page.getByLabel('Search activity').fill('nothing like this'),
  },
  'manager-activity-failed': {
    scene: 'manager-activity-error',
    async act(page) {
      await page.getByLabel('Failed').check();
      await button(page, 'Try again').click();
      await page.getByText('No account is connected yet.').waitFor({ timeout: 5000 });
    },
  },
  'popup-activity': {
    scene: 'popup-busy',
    async act(page) {
      await button(page, 'Activity').click();
      // It is loaded on demand.
      await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor({ timeout: 5000 });
    },
  },
  'popup-unreadable': {
    scene: 'popup-service-error',
    async act(page) {
      await button(page, 'Upload links on this page…').click();
      await page.getByText('let extensions read this page').waitFor({ timeout: 5000 });
    },
  },
};
