/** Two pages change the same file in turn. Each step ends in the same state on both and at the service, and nothing untrue appears later. */
import type { Page } from '@playwright/test';
import { expect, message, names, press, rename, row, test } from '../harness/files.ts';

interface Step {
  readonly name: string;
  /** Index of the page. */
  readonly on: 0 | 1;
  readonly act: (page: Page, title: string) => Promise<unknown>;
  /** Afterwards, in the first folder. Null: moved to the other one. */
  readonly title: string | null;
  readonly says: RegExp;
}

const undo = (page: Page) => press(page, 'Control+z');
const redo = (page: Page) => press(page, 'Control+Shift+z');

async function move(page: Page, title: string) {
  await row(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: names.canal }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
}

test('undo and redo on one page after the other page changed the same file', async ({
  extension,
  openManager,
  library: { id, ids, filesIn },
}) => {
  const [file, other] = await filesIn(ids.ferry);
  const first = file?.title ?? '';
  const nameOn =
    (title: string): Step['act'] =>
    (page, before) =>
      rename(row(page, before), title);
  const renamed = /^1 file renamed\..*Undo$/s;
  const restored = /^1 title restored\..*Redo$/s;
  const steps: readonly Step[] = [
    { name: 'rename', on: 0, act: nameOn('One'), title: 'One', says: renamed },
    { name: 'rename', on: 1, act: nameOn('Two'), title: 'Two', says: renamed },
    { name: 'undo of the other’s name', on: 0, act: undo, title: 'One', says: restored },
    { name: 'undo of its own name', on: 0, act: undo, title: first, says: restored },
    { name: 'redo of the other’s name', on: 1, act: redo, title: 'One', says: renamed },
    { name: 'end of the worker', on: 0, act: () => extension.background.kill(), title: 'One', says: renamed },
    { name: 'reload', on: 1, act: (page) => page.reload(), title: 'One', says: renamed },
    { name: 'move', on: 1, act: move, title: null, says: /^1 file moved from .*Undo$/s },
    {
      name: 'undo of the other’s move',
      on: 0,
      act: undo,
      title: 'One',
      says: /^1 file moved back\..*Redo$/s,
    },
    { name: 'undo after a reload', on: 1, act: undo, title: first, says: restored },
  ];
  const pages = [await openManager(`/${ids.ferry}`), await openManager(`/${ids.ferry}`)];
  const stateOf = async (page: Page, title: string | null) => ({
    isShown: await row(page, title ?? 'One').count(),
    says: await page.getByRole('region', { name: 'File operations' }).locator('.bulk-job').allInnerTexts(),
  });

  let title: string | null = first;
  for (const step of steps) {
    await test.step(step.name, async () => {
      const acting = pages[step.on];
      await acting?.bringToFront();
      if (acting) await step.act(acting, title ?? '');
      title = step.title;
      for (const page of pages) {
        const expected = { isShown: title === null ? 0 : 1, says: [expect.stringMatching(step.says)] };
        await expect.poll(() => stateOf(page, title), { timeout: 20_000 }).toEqual(expected);
      }
      const found = (await filesIn(ids.ferry)).find(({ fileCode }) => fileCode === file?.fileCode);
      expect(found?.title ?? null).toBe(title);
    });
  }

  // Another page renames a file while this one has its form open, untouched.
  const [page] = pages;
  if (!page || !other) throw new Error('There is a page, and another file.');
  await page.bringToFront();
  await row(page, other.title).focus();
  await press(page, 'F2');
  // By message, because in tests the focus of another page would close the form.
  const files = [{ fileCode: other.fileCode, title: other.title, folderId: ids.ferry }];
  const work = { kind: 'rename', files, titles: ['From the other'] } as const;
  await message(extension.firstPage, 'bulk.start', { accountId: id, work });
  await expect(page.getByRole('textbox', { name: 'New name for From the other' })).toBeVisible();
  await row(page, first).locator('.file-check').click();
  await page.waitForTimeout(5_000);
  for (const each of pages) await expect(row(each, 'From the other')).toBeVisible();
  await expect(row(page, first)).toHaveAttribute('aria-selected', 'true');
  expect((await filesIn(ids.ferry)).map((each) => each.title)).toContain('From the other');
});
