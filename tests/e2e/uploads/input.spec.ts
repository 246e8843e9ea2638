import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Links' });
const title = (page: Page) => page.getByLabel('Title (optional)');

test('a reopened popup keeps typed links until they are sent', { tag: '@all' }, async ({
  extension,
  site,
  client,
}) => {
  await client.folders.create({ name: 'Clips' });
  const link = `${site.url}/sample.webm`;

  let popup = await extension.open('popup.html');
  await box(popup).fill(link);
  await title(popup).fill('Half a ti');
  await popup.getByRole('button', { name: 'Folder: My files' }).click();
  await popup.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await popup.getByRole('treeitem', { name: 'Clips' }).click();
  await popup.getByRole('button', { name: 'Use this folder' }).click();
  await popup.getByRole('tab', { name: 'Files' }).click();
  await popup.getByRole('tab', { name: 'Uploads' }).click();
  await expect(title(popup)).toHaveValue('Half a ti');
  await popup.close();

  popup = await extension.open('popup.html');
  await expect(box(popup)).toHaveValue(link);
  await expect(title(popup)).toHaveValue('Half a ti');
  await expect(popup.getByRole('button', { name: 'Folder: Clips' })).toBeVisible();
  await title(popup).fill('A whole title');
  await title(popup).press('Enter');
  await expect(box(popup)).toHaveValue('');
  await popup.close();

  popup = await extension.open('popup.html');
  await expect(popup.locator('[data-state]').getByText('A whole title')).toBeVisible();
  await expect(box(popup)).toHaveValue('');
});

test('links are found in untidy and copied text, and listed before they are sent if it hides them', {
  tag: '@all',
}, async ({ extension, site }) => {
  const file = `${site.url}/sample.webm`;
  const popup = await extension.open('popup.html');
  await box(popup).fill(
    [
      `${site.url}/My Movie (2020).mkv`,
      `见 ${file}?a\u200b，谢谢`,
      `${file}?c,${file}?d;${file}?e${file}?f`,
      `${file}?g=1&amp;h=2`,
      `watch ${file}?i_ tonight`,
      `${file}?j is great`,
      'no link',
    ].join('\n'),
  );
  await expect(popup.getByText('9 links', { exact: true })).toBeVisible();
  await expect(popup.getByText('Line 6: text after the link was left out:')).toBeVisible();
  await expect(popup.getByText('Line 7 isn’t a link:')).toBeVisible();
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(box(popup)).toHaveValue('no link');
  const titles = popup.locator('[data-state] .upload-title');
  const sent = async () => {
    const texts = await titles.evaluateAll((all) => all.map((title) => (title as HTMLElement).title));
    return texts.map((text) => text.split('\n').at(-1)?.replace(site.url, '')).sort();
  };
  await expect
    .poll(sent)
    .toEqual(
      [
        '/My%20Movie%20(2020).mkv',
        ...['a', 'c', 'd', 'e', 'f', 'g=1&h=2', 'i_', 'j'].map((query) => `/sample.webm?${query}`),
      ].sort(),
    );

  const paste = (plain: string, html: string) =>
    box(popup).evaluate(
      (element, [text = '', source = '']) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        clipboardData.setData('text/html', source);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      [plain, html],
    );
  await box(popup).fill('');
  await paste(
    'One\nand https://example.org/three',
    '<p><a href="https://example.org/one?a=1&amp;b=2">One</a></p><p>and https://example.org/three</p>',
  );
  await expect(box(popup)).toHaveValue('https://example.org/one?a=1&b=2\nhttps://example.org/three\n');

  const list = popup.getByRole('region', { name: 'Links found' });
  await box(popup).fill(
    "curl 'https://example.org/one.mp4?a\\u0026b' \\\n  -H 'Referer: https://example.org/page'",
  );
  await expect(list.getByTitle('https://example.org/one.mp4?a&b', { exact: true })).toBeVisible();
  await expect(list.getByRole('checkbox')).toBeChecked();
  await expect(popup.getByText('Line 1: an option of the link was left out:')).toBeVisible();
  await box(popup).fill('https://example.org/one.mp4?a&b');
  await expect(popup.getByText('1 link', { exact: true })).toBeVisible();
  await expect(list).toHaveCount(0);

  const folder = 'https://media.example-conference.org/2026/recordings/monday';
  const names = ['opening.mp4', 'panel.mp4', 'questions.mp4', 'closing.mp4', 'party.mp4'];
  await box(popup).fill(names.map((name) => `${folder}/${name}`).join('\n'));
  for (const name of names) {
    const shown = list.getByText(`/${name}`, { exact: true });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
  }
  for (const tick of await list.getByRole('checkbox').all()) await tick.uncheck();
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(popup.locator('.popup-outcome .notice')).toBeInViewport({ ratio: 1 });
  // Even with few links, it must be visible that none is ticked.
  await box(popup).fill(`${folder}/${names[0]}`);
  await expect(list.getByRole('checkbox')).not.toBeChecked();
});
