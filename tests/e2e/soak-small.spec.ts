/** The soak, as small as it can be and still mean something; `npm run soak` is the real one. */
import { type SoakPlan, slowUploads, uploadFaults } from '../soak/plan.ts';
import { soak } from '../soak/soak.ts';
import { expect, test } from './harness/index.ts';

test.use({
  serviceOptions: {
    admin: true,
    // Chromium itself repeats what broke on a used connection; here it is the extension that is looked at.
    keepAlive: false,
    slots: 100,
    // A transfer takes some seconds, so that a link that arrived is still on the list when it is looked for.
    bytesPerSecond: 6_000,
  },
});

const seed = 1;
const plan: SoakPlan = {
  seed,
  links: 50,
  atOnce: 10,
  deaths: { least: 5, most: 5 },
  life: { shortest: 50, longest: 1_500 },
  // What was under way at the service is over by then: the first look finds it, and a link need not wait for the next.
  pause: { shortest: 600, longest: 1_000 },
  watched: 0.5,
  alarmEvery: Number.POSITIVE_INFINITY,
  patience: 120_000,
  // With a service so slow it is never the limiter that a link waits for: at each death some are on their way.
  faults: [...uploadFaults(seed), slowUploads(400, 500)],
};

test('50 links, faults, and a worker that dies five times', async ({ extension, service, site, account }) => {
  test.setTimeout(150_000);
  const { context, id: extensionId } = extension;
  const { figures, violations } = await soak(
    { context, extensionId, service, key: account.key, site: site.url, say: () => {} },
    plan,
  );
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ files: 50, 'deaths of the worker': 5 });
  expect(figures['faults in all']).toBeGreaterThan(0);
});
