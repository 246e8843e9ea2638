/** What is done in the scenes of `scenes/reports.tsx`. */
import type { Page } from '@playwright/test';
import type { SceneScript } from './scene-script.ts';

async function lastDays(page: Page, count: string): Promise<void> {
  await page.getByLabel('Number of days').check();
  await page.getByLabel('Days', { exact: true }).fill(count);
  await page.keyboard.press('Enter');
}

export const reportsScripts: Readonly<Record<string, SceneScript>> = {
  'manager-reports-month': { scene: 'manager-reports', act: (page) => lastDays(page, '30') },
  'manager-reports-year': {
    scene: 'manager-reports',
    async act(page) {
      await lastDays(page, '365');
      await page.getByRole('slider', { name: 'Day' }).focus();
      await page.keyboard.press('PageDown');
    },
  },
  'manager-reports-wrong': {
    scene: 'manager-reports',
    async act(page) {
      await page.getByLabel('Date range').check();
      await page.getByLabel('From', { exact: true }).fill('2030-01-01');
    },
  },
};
