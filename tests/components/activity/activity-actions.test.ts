import { expect, it } from 'vitest';
import { activityActions } from '../../../components/activity/activity-actions.ts';
import type { NoticeContent } from '../../../components/notice/notice-content.ts';
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
    anyway: false,
    accountId: demo.id,
    ...('via' in given && { via: 'browser' }),
    links: [{ url, typedTitle: 'Film', ...('pageUrl' in given && { pageUrl }) }],
  });
});

it('a link that is queued by now is sent once more only if the user insists', async () => {
  const duplicate = { queued: 0, duplicates: [url], invalid: [] };
  const shown: NoticeContent[] = [];
  const { icons } = activityActions(entry('failed', 1, { url, title: 'Film' }), {
    accounts: [demo],
    pageApi: createFakeServices({ 'links.send': () => duplicate }),
    feedback: {
      run: (work: Promise<unknown>, done: (result: unknown) => NoticeContent) =>
        work.then((result) => shown.push(done(result))),
    },
  } as unknown as Parameters<typeof activityActions>[1]);
  requests.length = 0;
  await icons[0]?.run();
  await shown.at(-1)?.action?.onClick();
  expect(requests.map(({ request }) => request)).toMatchObject([{ anyway: false }, { anyway: true }]);
});
