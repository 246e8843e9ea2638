/** With open pages and nothing to do, the background sleeps. */

import { setTimeout as sleep } from 'node:timers/promises';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { expect, test } from './harness/index.ts';

test.use({ serviceOptions: { admin: true } });

test('an open page does not wake the background, and is notified when something else does', async ({
  extension,
  service,
  account,
  site,
}) => {
  await extension.connect(service.url, account.key);
  const manager = await extension.open('manager.html');
  await expect(manager.getByText('No active uploads')).toBeVisible();
  const admin = createAdmin(service.url);
  const requests = async () => (await admin.audit()).length;
  // No alarm is set, and no request is pending.
  const isIdle = async () => {
    const count = await requests();
    await sleep(1_000);
    const alarms = await manager.evaluate(async () => {
      const { alarms } = Reflect.get(globalThis, 'chrome') as { alarms: { getAll(): Promise<unknown[]> } };
      return (await alarms.getAll()).length;
    });
    return alarms === 0 && (await requests()) === count;
  };
  await expect.poll(isIdle, { timeout: 20_000 }).toBe(true);
  const before = await requests();
  await extension.background.kill();
  // Pages reconnect after half a second.
  await sleep(1_500);
  expect(await requests()).toBe(before);

  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.locator('tr[data-state]')).toBeVisible();
  await popup.close();
  await expect(manager.locator('tr[data-state="done"]')).toBeVisible({ timeout: 20_000 });
});
