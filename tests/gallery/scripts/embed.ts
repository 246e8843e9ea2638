import type { Page } from '@playwright/test';
import { button, from, type SceneScripts, shown } from './scene-script.ts';

const field = (page: Page, name: string, at = 0) => page.getByLabel(name).nth(at);

async function addTrack(page: Page, src: string, label: string): Promise<void> {
  const at = await page.locator('[data-track]').count();
  await button(page, 'Add a track').click();
  await field(page, 'Address of the subtitles', at).fill(src);
  await field(page, 'Language or label', at).fill(label);
}

async function twoTracks(page: Page, document: string): Promise<void> {
  await addTrack(page, 'https://subtitles.example/en.vtt', 'English');
  await addTrack(page, 'https://subtitles.example/de.vtt', 'Deutsch');
  await page.getByLabel('On by default').first().check();
  await field(page, 'Address of the document').fill(document);
}

export const embedScripts: SceneScripts = {
  'manager-embed-choose-typed': from('manager-embed', async (page) => {
    await page.getByRole('combobox', { name: 'Search files' }).click();
    await page.keyboard.type('bunny');
    await page.getByRole('option').first().waitFor({ timeout: 5000 });
    await page.keyboard.press('ArrowDown');
  }),
  'manager-embed-choose-nothing-found': from('manager-embed', async (page) => {
    await page.getByRole('combobox', { name: 'Search files' }).fill('nothing like this');
    await shown(page, /^No results for/);
  }),
  'manager-embed-choose-failed': from('manager-embed-unread', async (page) => {
    await button(page, 'Choose…').click();
    await shown(page, 'Couldn’t load this');
  }),
  'manager-embed-choose-none': from('manager-embed-no-files', async (page) => {
    await button(page, 'Choose…').click();
    await shown(page, /No files yet|What you upload appears here/);
  }),
  'manager-embed-one-track': from('manager-embed-file', async (page) => {
    await addTrack(page, 'https://subtitles.example/en.vtt', 'English');
    await shown(page, 'Readable: WebVTT.');
  }),
  'manager-embed-full': from('manager-embed-file', async (page) => {
    await twoTracks(page, 'https://subtitles.example/subtitles.json');
    await shown(page, 'It lists these tracks.');
    await page.getByLabel('Format').selectOption({ label: 'Web component' });
    await button(page, 'Copy: Web component').click();
    await shown(page, 'Copied: Web component.');
  }),
  'manager-embed-no-place': from('manager-embed-file', async (page) => {
    await twoTracks(page, '');
    await shown(page, /Until the document is online/);
  }),
  'manager-embed-failing': from('manager-embed-file', async (page) => {
    await field(page, 'Image URL').fill('https://gone.example/poster.jpg');
    await addTrack(page, 'https://private.example/en.vtt', 'English');
    await addTrack(page, 'https://subtitles.example/page.vtt', 'Deutsch');
    await addTrack(page, 'https://gone.example/es.srt', '');
    await addTrack(page, 'http://subtitles.example/en.vtt', 'Português');
    await field(page, 'Address of the document').fill('https://subtitles.example/copied.json');
    await shown(page, /can’t be read from another site \(CORS\)/);
    await shown(page, 'This isn’t an SRT or VTT file.');
    await shown(page, 'This address can’t be reached.');
    await shown(page, /names need quotes/);
    await shown(page, 'Couldn’t load an image from this address.');
    await shown(page, 'The address must start with https://');
  }),
  'manager-embed-pasted': from('manager-embed', async (page) => {
    await field(page, 'File code or any link to the file').fill(
      'https://files.example/e/bunny2008?c_poster=https%3A%2F%2Fpictures.example%2Fown.jpg',
    );
    await shown(page, 'This address includes a poster or subtitles.');
  }),
  'manager-embed-wrong': from('manager-embed', async (page) => {
    await field(page, 'File code or any link to the file').fill('https://files.example/');
    await page.getByText('Size and script').click();
    await field(page, 'Width in pixels').fill('wide');
    await shown(page, /isn’t a file/);
    await shown(page, 'Enter a whole number above 0.');
    await shown(page, 'No code yet');
  }),
};
