import type { Page } from '@playwright/test';
import { from, type SceneScripts } from './scene-script.ts';

async function lastDays(page: Page, count: string): Promise<void> {
  await page.getByLabel('Custom').check();
  await page.getByLabel('Days', { exact: true }).fill(count);
  await page.keyboard.press('Enter');
}

export const reportsScripts: SceneScripts = {
  'manager-reports-month': from('manager-reports', (page) => lastDays(page, '30')),
  'manager-reports-year': from('manager-reports', async (page) => {
    await lastDays(page, '365');
    await page.getByRole('slider', { name: 'Day' }).focus();
    await page.keyboard.press('PageDown');
  }),
  'manager-reports-wrong': from('manager-reports', async (page) => {
    await page.getByLabel('Date range').check();
    await page.getByLabel('From', { exact: true }).fill('2030-01-01');
  }),
};
