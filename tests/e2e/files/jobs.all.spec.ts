/** Common tasks in Files, with as few clicks and keys as possible. */
import { expect, pasted, test } from '../harness/files.ts';
import { countInputs } from '../harness/inputs.ts';

test('a file is found by a misspelt title, played, and its link copied', async ({
  library: { filesIn, ids },
  openManager,
}) => {
  const [file] = await filesIn(ids.ferry);
  const title = file?.title ?? '';
  const word = title.split(' ').findLast((each) => each.length > 5) ?? '';
  const typo = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
  const page = await openManager();
  const inputs = await countInputs(page);
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search files' }).fill(title.replace(word, typo));
  await expect(page.getByText('Closest matches')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${title.slice(0, 8)}`));
  await page.keyboard.press('Alt+Enter');
  await page.getByRole('button', { name: /^Play “/ }).click();
  const frame = page.frameLocator('linkhaul-player iframe');
  await expect(frame.locator('video')).toBeVisible();
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('1 link copied.')).toBeVisible();
  expect(await inputs()).toBeLessThanOrEqual(5);
  await expect.poll(() => pasted(page)).toContain(file?.fileCode);
});
