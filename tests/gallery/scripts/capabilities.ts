import type { Page } from '@playwright/test';
import { button, from, type SceneScripts } from './scene-script.ts';

const row = (page: Page, name: RegExp) => page.getByRole('row', { name }).first();
const item = (page: Page, name: string) => page.getByRole('menuitem', { name }).click();

export const capabilityScripts: SceneScripts = {
  'manager-sibling-menu': from('manager-sibling-files', (page) =>
    row(page, /0001/).click({ button: 'right' }),
  ),
  'manager-sibling-folder-menu': from('manager-sibling-files', (page) =>
    row(page, /Trailers/).click({ button: 'right' }),
  ),
  'manager-sibling-delete': from('manager-sibling-files', async (page) => {
    await row(page, /0001/).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').waitFor({ timeout: 5000 });
  }),
  'manager-sibling-delete-many': from('manager-sibling-files', async (page) => {
    await row(page, /0001/).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await button(page, 'Delete…').click();
    await page.getByRole('dialog').waitFor({ timeout: 5000 });
  }),
  'manager-sibling-move-folder': from('manager-sibling-files', async (page) => {
    await row(page, /Trailers/).click({ button: 'right' });
    await item(page, 'Move to…');
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Lectures' }).click();
  }),
};
