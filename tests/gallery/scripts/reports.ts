import { from, type SceneScripts } from './scene-script.ts';

export const reportsScripts: SceneScripts = {
  'manager-reports-month': from('manager-reports', (page) => page.getByLabel('30 days').check()),
  'manager-reports-week': from('manager-reports-year', async (page) => {
    await page.getByRole('slider', { name: 'Week' }).focus();
    await page.keyboard.press('PageDown');
  }),
  'manager-reports-wrong': from('manager-reports', async (page) => {
    await page.getByLabel('Custom').check();
    await page.getByLabel('From', { exact: true }).fill('2030-01-01');
  }),
};
