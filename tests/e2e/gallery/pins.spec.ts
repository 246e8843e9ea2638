/** Pinned folders are the same in the tree, above all files, and in the folder picker. */
import { expect, findRequests, page, press, show, test } from '../harness/gallery.ts';

const line = (name: string) => page.getByRole('treeitem', { name });
const hash = () => page.evaluate(() => Reflect.get(globalThis, 'hash') as string);

test('pins come first in the tree, open their folder and accept a new one', async () => {
  await show('manager-files');
  await expect(page.getByRole('treeitem').first()).toHaveAccessibleName(/Lectures/);
  await line('Lectures').first().click();
  await expect.poll(hash).toBe('#files/12');
  await expect(line('Lectures').first()).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect.poll(hash).toBe('#files/13');
  await line('Lectures').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New folder here' }).click();
  await page.getByRole('textbox', { name: 'New folder in “Lectures”' }).fill('Spring');
  await press('Enter');
  await expect.poll(() => findRequests('folders.create')).toMatchObject([{ parentId: '12', name: 'Spring' }]);
});

test('a folder’s menu pins and unpins it', async () => {
  await show('manager-files');
  const account = { accountId: 'a1' };
  await page.getByRole('row', { name: 'Trailers' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin this folder' }).click();
  const folder = { id: '21', name: 'Trailers' };
  await expect.poll(() => findRequests('folders.pin')).toEqual([{ ...account, folder, pinned: true }]);
  await line('Lectures').last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Unpin Lectures' }).click();
  await expect
    .poll(async () => (await findRequests('folders.pin'))[1])
    .toEqual({ ...account, folder: { id: '12', name: 'Lectures' }, pinned: false });
});

test('pins are above all files in the popup', async () => {
  await show('popup-account');
  await page.getByRole('tab', { name: 'Files' }).click();
  const folders = page.locator('[data-kind="folder"]');
  await expect(folders).toHaveText([/My files/, /Lectures/, /موسيقى/]);
  await folders.nth(1).click();
  await expect(page.getByRole('navigation', { name: 'Current folder' })).toContainText('Lectures');
});

test('a pin selects its folder in the folder picker, even in a closed folder', async () => {
  await show('picker');
  await page.getByRole('list', { name: 'Pinned folders' }).getByText('Lectures').click();
  await expect(page.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/Lectures/);
  await page.getByRole('button', { name: 'Upload here' }).click();
  await expect
    .poll(() => findRequests('picker.send'))
    .toMatchObject([{ folder: { id: '12', name: 'Lectures' } }]);
});

for (const [scene, width] of [
  ['manager-files-all', 640],
  ['popup-files', 400],
] as const)
  test(`in a list, a folder has a tinted tile as large as a thumbnail, with a badge if it is pinned: ${scene}`, async () => {
    await show(scene, { width });
    const pictureOf = (name: RegExp) => page.getByRole('row', { name }).first().locator('.picture');
    const [folder, thumbnail] = [pictureOf(/My files/), pictureOf(/0001/)];
    const sizeOf = async (picture: typeof folder) => {
      const box = await picture.boundingBox();
      return [box?.width, box?.height];
    };
    expect(await sizeOf(folder)).toEqual(await sizeOf(thumbnail));
    const groundOf = (picture: typeof folder) =>
      picture.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await groundOf(folder)).not.toBe(await groundOf(thumbnail));
    await expect(folder.locator('[href="#icon-folder"]')).toHaveCount(1);
    await expect(folder.locator('[href="#icon-pin"]')).toHaveCount(0);
    for (const icon of ['folder', 'pin'])
      await expect(pictureOf(/pinned.*Lectures/).locator(`[href="#icon-${icon}"]`)).toHaveCount(1);
  });
