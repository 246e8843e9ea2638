/** Files, for everybody: what axe says of the real pages, and that nothing promises what the service cannot do. */
import type { Page } from '@playwright/test';
import { violations } from '../harness/axe.ts';
import { expect, names, press, row, test } from '../harness/files.ts';

test.use({ isShared: true });

const folder = (page: Page, name: string) => page.getByRole('treeitem', { name });
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });

test('the pages have no axe violations', async ({ openManager, openPopup, library: { ids, filesIn } }) => {
  const [file] = await filesIn(ids.ferry);
  const manager = await openManager(`/${ids.canal}`);
  const found: string[] = [];
  const collectViolations = async (page: Page, what: string) => {
    found.push(...(await violations(page)).map((violation) => `${what}: ${violation}`));
  };
  await manager.getByRole('radio', { name: 'Grid' }).check();
  await manager.getByRole('button', { name: 'Filters' }).click();
  await collectViolations(manager, 'grid with filters');
  await manager.getByRole('radio', { name: 'List' }).check();
  await folder(manager, names.ferry).click();
  await row(manager, file?.title ?? '').click();
  await press(manager, 'Enter');
  await expect(details(manager).getByText('Last viewed')).toBeVisible();
  await collectViolations(manager, 'details');
  await press(manager, 'Control+a');
  await manager.getByRole('button', { name: 'Move to…' }).click();
  await expect(manager.getByRole('dialog').getByRole('treeitem', { name: names.orchard })).toBeVisible();
  await collectViolations(manager, 'moving');
  await press(manager, 'Escape');

  const popup = await openPopup();
  await row(popup, 'My files').first().click();
  await row(popup, 'plain words').click();
  await expect(details(popup).getByText('Last viewed')).toBeVisible();
  await collectViolations(popup, 'popup with details');
  expect(found).toEqual([]);
});

test('nothing suggests that a file or folder could be deleted', async ({ openManager, openPopup }) => {
  const page = await openManager('/0');
  const words = /delete|trash|erase|remove|discard/i;
  const seen: string[] = [];
  const collectItems = async (where: Page) => {
    const items = where.getByRole('menuitem').or(where.getByRole('button'));
    const all = await items.evaluateAll((elements) =>
      elements.map((element) => `${element.getAttribute('aria-label')} ${element.textContent}`),
    );
    seen.push(...all);
  };
  await row(page, 'plain words').click({ button: 'right' });
  await collectItems(page);
  await press(page, 'Escape', 'Control+a', 'Shift+F10');
  await collectItems(page);
  await press(page, 'Escape');
  await row(page, names.canal).click({ button: 'right' });
  await collectItems(page);
  await press(page, 'Escape');
  await folder(page, names.canal).click({ button: 'right' });
  await collectItems(page);
  await press(page, 'Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await collectItems(page);
  const popup = await openPopup();
  await popup.locator('[data-kind="file"]').first().click({ button: 'right' });
  await collectItems(popup);
  expect(seen.filter((name) => /Move to…/.test(name)).length).toBeGreaterThan(2);
  expect(seen.filter((name) => words.test(name))).toEqual([]);

  // Nor is there a key for it.
  await page.bringToFront();
  await press(page, 'Escape');
  await row(page, 'plain words').click();
  await press(page, 'Delete', 'Shift+Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'plain words')).toBeFocused();
});
