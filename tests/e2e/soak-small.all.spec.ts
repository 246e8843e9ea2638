/** The smallest useful soak. `npm run soak` is the real one. */
import { type SoakPlan, slowUploads, uploadFaults } from '../soak/plan.ts';
import { soak } from '../soak/soak.ts';
import { controlBackground } from '../soak/worker.ts';
import { expect, test } from './harness/index.ts';

test.use({
  serviceOptions: {
    admin: true,
    // Chromium retries requests on a reused connection. This tests only the extension.
    keepAlive: false,
    slots: 100,
    // Ten seconds for a transfer, so that a link is still listed when a busy machine checks it.
    bytesPerSecond: 3_000,
  },
});

const seed = 1;
const plan: SoakPlan = {
  seed,
  links: 30,
  firstBatch: 10,
  kills: { least: 4, most: 4 },
  uptimeMs: { shortest: 50, longest: 1_500 },
  // Longer than the service takes, so that the first check finds the link.
  downtimeMs: { shortest: 600, longest: 1_000 },
  popupShare: 0.5,
  alarmEvery: Number.POSITIVE_INFINITY,
  timeoutMs: 120_000,
  // With such a slow service no link waits for the limiter, so some are being sent at each kill.
  faults: [...uploadFaults(seed), slowUploads(400, 500)],
};

test('30 links survive faults and four terminations of the worker', async ({
  extension,
  service,
  site,
  account,
}) => {
  const { context, background } = extension;
  const browser = {
    context,
    baseUrl: extension.url(''),
    attachWorker: async () => controlBackground(background),
  };
  const { figures, violations } = await soak(
    { browser, service, key: account.key, site: site.url, log: () => {} },
    plan,
  );
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ files: 30, 'worker kills': 4 });
  expect(figures['faults in all']).toBeGreaterThan(0);
});
