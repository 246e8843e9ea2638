/** More foreign transfers than a browser keeps in memory. `tests/lib/background` tests the rest. */
import { expect } from './harness/index.ts';
import { test } from './harness/untidy.ts';

// Chromium would retry requests that failed on a reused connection.
test.use({ serviceOptions: { admin: true, bytesPerSecond: 0, rateLimit: false, keepAlive: false } });

test('own links are done among 5,000 foreign transfers with long addresses', async ({ untidy, site }) => {
  const entry = { status: 'pending', remote_url: `http://other.example/${'x'.repeat(700)}` };
  await untidy.admin.setFaults([{ endpoint: '/api/urlupload/list', kind: 'crowd', count: 5_000, entry }]);
  await untidy.send({ One: `${site.url}/sample.webm?1`, Two: `${site.url}/sample.webm?2` });
  await untidy.expectAllDone(['One', 'Two'], 60_000);
  const stored = JSON.stringify(await untidy.others()).length;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(2_000_000);
});
