/** Without usable responses about transfers, uploads are confirmed by their files. */
import type { Upload } from '../../../lib/uploads/upload.ts';
import { expect } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { changeRecord } from '../harness/stored.ts';
import { test } from '../harness/untidy.ts';

test.use({ serviceOptions: { admin: true, bytesPerSecond: 0, rateLimit: false } });

const halfDayMs = 12 * 3_600_000;

// `tests/lib/uploads/service.test.ts` covers the other responses.
test('links finish even if calls about transfers get a web page, and a lost one shows why', {
  tag: '@all',
}, async ({ untidy, site }) => {
  const { page, admin } = untidy;
  const rowOf = (title: string) => page.locator('[data-key]').filter({ hasText: title });
  await admin.setFaults([{ kind: 'html', httpStatus: 404, endpoint: '/api/urlupload/*' }]);
  const urls = { One: `${site.url}/sample.webm?1`, Two: `${site.url}/sample.webm?2` };
  await untidy.send({ ...urls, Lost: `${site.url}/gone.webm` });
  await untidy.expectStates({ One: 'done', Two: 'done', Lost: 'accepted' });
  await expect(rowOf('Lost')).toHaveAttribute('data-state', 'unreported');
  await expect(rowOf('Lost')).toContainText('This host doesn’t report progress');
  await expect(page.getByRole('button', { name: /^Account: / })).toHaveAccessibleName(/\(connected\)/);
  await expect(page.getByText(/Can’t reach/)).toHaveCount(0);

  const { id } = await untidy.upload('Lost');
  const sinceMs = Date.now() - halfDayMs;
  await changeRecord<Upload>(page, 'linkhaul-uploads', 'uploads', id, {
    verification: { misses: 9, nextAtMs: 0, unreportedSinceMs: sinceMs },
  });
  await message(page, 'uploads.checkAgain', { id });
  await expect(rowOf('Lost')).toContainText('The file never appeared. This host doesn’t report progress.');
  await rowOf('Lost').getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Checking the service for “Lost”…').first()).toBeVisible();
  await untidy.expectStates({ One: 'done', Two: 'done', Lost: 'vanished' });

  await admin.clearFaults();
  await rowOf('Lost')
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Try again' }).click();
  // The list works again.
  await untidy.expectStates({ One: 'done', Two: 'done', Lost: 'failed' });
  expect(await untidy.titles()).toEqual(['One', 'Two']);
  expect(await untidy.accepted()).toMatchObject({ [urls.One]: 1, [urls.Two]: 1 });
});
