import { expect, it } from 'vitest';
import { activityActions } from '../../../components/activity/activity-actions.ts';
import { createFakeServices, requests } from '../../gallery/fake-page-api.ts';
import { entry } from '../../gallery/samples/batch.ts';
import { demo } from '../../gallery/samples/sample.ts';

const url = 'https://members.example/film.mp4';
const pageUrl = 'https://members.example/page';

it.each([
  ['refused', { via: 'browser', pageUrl } as const, ['permissions.request', 'links.send']],
  ['cancelled', { pageUrl }, ['links.send']],
  ['failed', {}, ['links.send']],
] as const)('an entry of the kind %s is sent again unchanged: %j', async (kind, given, names) => {
  const { icons } = activityActions(entry(kind, 1, { url, title: 'Film', ...given }), {
    accounts: [demo],
    pageApi: createFakeServices(),
    feedback: { run: (work: Promise<unknown>) => work },
  } as unknown as Parameters<typeof activityActions>[1]);
  requests.length = 0;
  await icons[0]?.run();
  expect(requests.map(({ name }) => name)).toEqual(names);
  expect(requests.at(-1)?.request).toMatchObject({
    anyway: true,
    accountId: demo.id,
    ...('via' in given && { via: 'browser' }),
    links: [{ url, typedTitle: 'Film', ...('pageUrl' in given && { pageUrl }) }],
  });
});
