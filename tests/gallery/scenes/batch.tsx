import { Collect } from '../../../components/collect/Collect.tsx';
import { fileLockName } from '../../../lib/uploads/local-file.ts';
import { reorder } from '../../../lib/uploads/requests/reorder.ts';
import { compareOrder, type Upload } from '../../../lib/uploads/upload.ts';
import type { AccountUploads } from '../../../lib/uploads/upload-items.ts';
import { type Fake, fails } from '../fake-page-api.ts';
import { changePage } from '../page-state.ts';
import * as batch from '../samples/batch.ts';
import * as sample from '../samples/sample.ts';
import { manager, type Scene } from './scene.tsx';

const nothing = () => {};

const collect = (
  fake: Fake = { 'collect.open': () => batch.collection(batch.pageLinks) },
  uploads: AccountUploads | null = null,
): Scene => ({
  services: fake,
  page: { uploads },
  content: <Collect requestTabs={async () => true} collection="c1" onUploads={nothing} />,
});

const waiting = ['first', 'second', 'third', 'fourth'].map((title) => sample.upload({ title }));

/** As with the background. */
function liveManager(queue: readonly Upload[]): Scene {
  let stored = { uploads: queue, isPaused: true };
  const show = () => sample.account(stored.uploads, { isPaused: stored.isPaused });
  const change = (part: Partial<typeof stored>) => {
    stored = { ...stored, ...part };
    changePage({ uploads: show() });
    return null;
  };
  const fake: Fake = {
    'uploads.pause': () => change({ isPaused: true }),
    'uploads.resume': () => change({ isPaused: false }),
    'uploads.reorder': ({ ids, beforeId }) => {
      const orders = reorder(stored.uploads, ids, beforeId);
      const moved = stored.uploads.map((upload) => ({
        ...upload,
        order: orders.get(upload.id) ?? upload.order,
      }));
      return change({ uploads: moved.toSorted(compareOrder) });
    },
  };
  return manager({ uploads: show() }, fake);
}

export const batchScenes: Readonly<Record<string, () => Scene>> = {
  collect: () => collect(),
  'collect-hidden': () => collect({ 'collect.open': () => batch.collection(batch.hiddenLinks) }),
  // The notes appear with the response, as if the links had been sent.
  'collect-followed': () =>
    collect(undefined, sample.account(batch.followed, {}, { 'Day 2: Panel': batch.atFortyPercent })),
  'collect-loading': () => collect({ 'collect.open': () => 'never' }),
  'collect-gone': () => collect({ 'collect.open': fails('gone') }),
  'collect-none': () => collect({ 'collect.open': () => batch.collection([]) }),
  'collect-many': () =>
    collect({ 'collect.open': () => batch.collection(batch.manyLinks, { hiddenCount: 213 }) }),
  'collect-duplicates': () =>
    collect({
      'collect.open': () => batch.collection(batch.pageLinks),
      'collect.send': ({ urls, anyway }) =>
        anyway
          ? { queued: urls.length, duplicates: [], invalid: [] }
          : { queued: urls.length - 1, duplicates: urls.slice(0, 1), invalid: [] },
    }),
  'collect-service-error': () =>
    collect({
      'collect.open': () => batch.collection(batch.pageLinks),
      'collect.send': fails('gone'),
    }),

  'manager-loading': () => manager({ accounts: null, uploads: null, activity: null }),
  'manager-never-connected': () => manager({ accounts: sample.noAccount }),
  'manager-empty': () => manager({}),
  'manager-busy': () => manager({ accounts: sample.twoAccounts, uploads: sample.account(sample.busy) }),
  'manager-two-of-a-service': () => {
    const second = { ...sample.demo, id: 'second', nickname: 'second' };
    const accounts = { ...sample.twoAccounts, list: [...sample.twoAccounts.list, second] };
    return manager({ accounts, uploads: sample.account(sample.busy) });
  },
  'manager-together': () => manager({ uploads: sample.account(sample.together) }),
  'manager-every-state': () => manager({ uploads: sample.everyState }),
  'manager-copies': () => manager({ accounts: sample.twoAccounts, uploads: sample.copies }),
  'manager-many': () => manager({ uploads: sample.account(sample.many) }),
  'manager-paused': () => manager({ uploads: sample.account(waiting, { isPaused: true }) }),
  'manager-own-files': () => {
    const [first, second, third, fourth] = sample.ownFiles;
    const heldLocks = new Set([fileLockName(first.id)]);
    const uploads = { ...sample.account([first, second, third, fourth]), heldLocks };
    return manager({ uploads, handleIds: new Set([second.id]) });
  },
  'manager-blocked': () => manager({ uploads: sample.account(sample.waiting('permission', 'spring')) }),
  'manager-live': () => liveManager(waiting),
  'manager-live-many': () => liveManager(sample.manyWaiting),
  'manager-activity': () =>
    manager({ accounts: sample.twoAccounts, activity: batch.someActivity }, {}, '#activity'),
  'manager-activity-staged': () => manager({ activity: batch.stagedActivity }, {}, '#activity'),
  'manager-activity-empty': () => manager({ activity: [] }, {}, '#activity'),
  'manager-activity-loading': () => manager({ activity: null }, {}, '#activity'),
  'manager-activity-many': () => manager({ activity: batch.manyActivity }, {}, '#activity'),
  'manager-activity-error': () =>
    manager(
      { activity: batch.someActivity },
      {
        'links.send': fails('no-account'),
        'activity.clear': fails('unexpected'),
      },
      '#activity',
    ),
};
