import type { Locator } from '@playwright/test';
import {
  expect,
  findRequests,
  focused,
  inEachFont,
  listScenes,
  page,
  press,
  show,
  test,
} from '../harness/gallery.ts';

const search = () => page.getByRole('combobox', { name: 'Search files' });
const results = () => page.locator('.embed-results').getByRole('option');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const format = () => page.getByLabel('Format', { exact: true });
const player = () => page.locator('linkhaul-player');
const code = () => page.locator('.embed-code').first();
const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It has no box.');
  return box;
};

const scenes = () => listScenes('manager-embed').filter((name) => !name.includes('choose'));

/** Elements that scroll down, with the document. */
const scrolling = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body *')]
      .filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          element.checkVisibility() &&
          (element.localName === 'html' || /auto|scroll/.test(getComputedStyle(element).overflowY)),
      )
      .map((element) => `${element.localName}.${element.className}`),
  );

for (const width of [360, 640, 1000, 1600])
  test(`nothing but the page scrolls, and nothing is cut off, at ${width} pixels`, {
    tag: '@all',
  }, async () => {
    for (const name of scenes()) {
      await show(name, width === 360 ? { phone: true } : { width });
      await expect(search()).toBeVisible();
      expect(
        (await scrolling()).filter((each) => each !== 'div.embed'),
        name,
      ).toEqual([]);
      await inEachFont(async (font) => {
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('.embed :is(h2, h3, p, label, a, [role="tab"], button, select, pre)')]
            .filter((element) => {
              if (!element.checkVisibility() || element.closest('.visually-hidden')) return false;
              const { left, right } = element.getBoundingClientRect();
              return element.scrollWidth > element.clientWidth + 1 || left < 0 || right > innerWidth;
            })
            .map((element) => `${element.className} “${element.textContent}”`),
        );
        expect(cut, `${name} in ${font}`).toEqual([]);
      });
    }
  });

for (const width of [1000, 1600])
  test(`the preview stays in view while the options scroll at ${width} pixels`, { tag: '@all' }, async () => {
    await show('manager-embed-failing', { width });
    await expect(player()).toBeInViewport({ ratio: 1 });
    const last = page.getByText('Size and script');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(search()).not.toBeInViewport();
    await expect(player()).toBeInViewport({ ratio: 1 });
  });

test('a file is looked up again after an outage', async () => {
  await show('manager-embed-outage');
  const silence = page.getByText('The service can’t be reached.', { exact: true });
  await expect(silence).toBeVisible();
  await page.evaluate(() => (Reflect.get(globalThis, 'recover') as () => void)());
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(silence).toHaveCount(0);
  await expect(field('Title')).not.toHaveValue('');
});

test('a tall player is no higher than a wide one, so that it stays in view', async () => {
  await show('manager-embed-file', { width: 1000 });
  await page.getByText('Size and script').click();
  await field('Width in pixels').fill('300');
  await field('Height in pixels').fill('900');
  await expect.poll(async () => (await boxOf(player())).width).toBeLessThan(200);
  await field('Height in pixels').scrollIntoViewIfNeeded();
  await expect(player()).toBeInViewport({ ratio: 1 });
});

for (const width of [360, 640, 1000])
  test(`the search comes first, then the preview, at ${width} pixels`, async () => {
    await show('manager-embed-file', { width });
    const first = await boxOf(search());
    expect(first.height).toBeGreaterThan(40);
    const shown = await boxOf(player());
    expect(shown.y).toBeGreaterThan(first.y + first.height);
    for (const name of ['File code or any link to the file', 'Title', 'Image URL']) {
      const box = await boxOf(field(name));
      expect(box.y, name).toBeGreaterThan(shown.y);
    }
  });

test.describe('the search', () => {
  test('shows files below it, and keeps the focus', async () => {
    await show('manager-embed');
    await expect(results()).toHaveCount(0);
    await button('Choose…').click();
    await expect(search()).toBeFocused();
    await expect(search()).toHaveAttribute('aria-expanded', 'true');
    await expect(results().first()).toBeVisible();
    await press('Escape');
    await expect(results()).toHaveCount(0);
    await expect(search()).toBeFocused();
    await page.keyboard.type('bunny');
    await expect(results().first()).toContainText('Bunny');
    await press('ArrowDown');
    const chosen = page.locator('.embed-results').getByRole('option', { selected: true });
    const title = (await chosen.locator('[title]').getAttribute('title')) ?? 'no title';
    await expect(search()).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    await press('Enter');
    await expect(results()).toHaveCount(0);
    await expect(search()).toBeFocused();
    await expect(search()).toHaveValue('');
    await expect(field('Title')).toHaveValue(title);
    await expect(player()).toBeVisible();
  });

  test('closes its list when it loses the focus, and Tab skips the list', async () => {
    await show('manager-embed');
    await search().click();
    await expect(results().first()).toBeVisible();
    await press('Tab');
    await expect(button('Choose…')).toBeFocused();
    await expect(results()).toHaveCount(0);
  });

  test('accepts a link, and a code that no file has', async () => {
    await show('manager-embed');
    await search().fill('https://files.example/d/other12345');
    await expect(page.getByText('No results for “https://files.example/d/other12345”')).toBeVisible();
    await search().press('Enter');
    await expect(field('File code or any link to the file')).toHaveValue(
      'https://files.example/d/other12345',
    );
    await expect(search()).toHaveValue('');
    await expect(player()).toBeVisible();

    // Words may look like a code, but Enter must not take them for one.
    await search().fill('another12345');
    await search().press('Enter');
    await expect(search()).toHaveValue('another12345');
    await button('Use as link or code').click();
    await expect(field('File code or any link to the file')).toHaveValue('another12345');
    await expect(search()).toBeFocused();
  });

  test('shows every problem with icon, title, sentence and action', async () => {
    await show('manager-embed-choose-nothing-found');
    const state = page.locator('.embed-results .empty');
    await expect(state.locator('.empty-icon')).toBeVisible();
    await expect(state.getByRole('heading')).toHaveText('No results for “nothing like this”');
    await expect(state).toContainText('Check the spelling');
    await button('Clear search').click();
    await expect(results().first()).toBeVisible();
    await expect(search()).toBeFocused();

    await show('manager-embed-choose-failed');
    await expect(state.getByRole('heading')).toHaveText('Couldn’t load this');
    const asked = (await findRequests('catalog.visit')).length;
    await button('Try again').click();
    await expect.poll(async () => (await findRequests('catalog.visit')).length).toBe(asked + 1);

    await show('manager-embed-choose-none');
    await expect(state.getByRole('heading')).toHaveText('No files yet');
  });
});

test.describe('the code', () => {
  test('has tabs with one tab stop, which arrows, Home and End move between', async () => {
    await show('manager-embed-file');
    await tab('Embed').focus();
    await expect(page.getByRole('tab')).toHaveText(['Embed', 'Link', 'Markdown', 'More']);
    await press('ArrowRight');
    await expect(tab('Link')).toBeFocused();
    await expect(tab('Link')).toHaveAttribute('aria-selected', 'true');
    await expect(code()).toHaveText(/^https:\/\/files\.example\/e\/bunny2008\?/);
    await press('ArrowRight');
    await expect(code()).toHaveText(/^\[!\[Big Buck Bunny\]/);
    await press('End');
    await expect(tab('More')).toBeFocused();
    await expect(format()).toHaveValue('thumbnail');
    await press('ArrowRight');
    await expect(tab('Embed')).toBeFocused();
    await press('ArrowLeft', 'Home');
    await expect(tab('Embed')).toBeFocused();
    expect(await page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
    await expect(page.getByRole('tabpanel', { name: 'Embed' })).toContainText('<iframe');
    await press('Tab');
    await expect(format()).toBeFocused();
  });

  test('swaps the arrow keys in Arabic', async () => {
    await show('manager-embed-file', { direction: 'rtl' });
    await tab('Embed').focus();
    await press('ArrowLeft');
    await expect(tab('Link')).toBeFocused();
  });

  test('has every format in one tab, and keeps the choice of each', async () => {
    await show('manager-embed-file');
    const names: string[] = [];
    for (const name of ['Embed', 'Link', 'Markdown', 'More']) {
      await tab(name).click();
      const options = format().locator('option');
      names.push(...((await format().count()) === 0 ? [name] : await options.allTextContents()));
    }
    expect(names).toEqual([
      'Responsive frame',
      'Fixed frame',
      'Click-to-load frame',
      'Web component',
      'Web component from a CDN',
      'Link',
      'Markdown',
      'Image link',
      'BBCode',
      'JSON-LD',
      'React',
      'Vue',
      'Svelte',
      'Astro',
    ]);
    await format().selectOption({ label: 'Svelte' });
    await tab('Embed').click();
    await format().selectOption({ label: 'Web component' });
    await tab('More').click();
    await expect(code()).toContainText('linkhaul-player/svelte');
    await tab('Embed').click();
    await field('File code or any link to the file').fill('another12345');
    await expect(code()).toContainText('/e/another12345');
    await expect(format()).toHaveValue('web-component');
  });

  test('links to the first error while it is hidden', async () => {
    await show('manager-embed-wrong');
    await expect(page.getByRole('heading', { name: 'No code yet' })).toBeVisible();
    await button('Show error').click();
    await expect(focused()).toHaveAccessibleName('File code or any link to the file');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('bunny2008');
    await button('Show error').click();
    await expect(focused()).toHaveAccessibleName('Width in pixels');
    await focused().fill('800');
    await expect(code()).toBeVisible();
  });

  test('stays for one track while the second is typed', async () => {
    await show('manager-embed-no-place');
    await expect(code()).toBeVisible();
    const address = field('Address of the subtitles').nth(1);
    for (const typed of ['', 'ht', 'https://files.example/second.vtt']) {
      await address.fill(typed);
      await expect(address).toHaveValue(typed);
      await expect(code()).toBeVisible();
    }
  });
});

test.describe('the poster', () => {
  const image = () => page.getByRole('group', { name: 'Image', exact: true });
  const timing = () => page.getByRole('group', { name: 'Show the poster' });

  test('is chosen separately from when it is shown', { tag: '@all' }, async () => {
    await show('manager-embed-on-service');
    await expect(image().getByLabel('The file’s image')).toBeChecked();
    await expect(timing().getByLabel('At once')).toBeChecked();
    await expect(timing().getByRole('radio')).toHaveCount(2);
    await timing().getByLabel('On hover').check();
    await expect(field('Image URL')).toHaveValue('https://files.example/i/splash.jpg');
    await image().getByLabel('Custom image').check();
    await expect(field('Image URL')).toHaveValue('');
    await expect(timing()).toHaveCount(0);
    await image().getByLabel('The file’s image').check();
    await expect(field('Image URL')).toHaveValue('https://files.example/i/splash.jpg');
    await expect(timing().getByLabel('On hover')).toBeChecked();
  });

  test('stays the user’s own once an address is typed, even for the next file', async () => {
    await show('manager-embed-file');
    await expect(image().getByLabel('The file’s image')).toBeChecked();
    await field('Image URL').fill('https://pictures.example/own.jpg');
    await expect(image().getByLabel('Custom image')).toBeChecked();
    await field('File code or any link to the file').fill('another12345');
    await expect(page.getByText('“Big Buck Bunny”', { exact: true })).toBeVisible();
    await expect(field('Image URL')).toHaveValue('https://pictures.example/own.jpg');
    await tab('Markdown').click();
    await expect(code()).toContainText('own.jpg');
  });
});

test('the steps to an address for two tracks are numbered', async () => {
  await show('manager-embed-no-place');
  await expect(page.locator('ol.embed-steps li')).toHaveText([
    'Save subtitles.json.',
    'Put it on your website.',
    'Enter its address here.',
  ]);
});
