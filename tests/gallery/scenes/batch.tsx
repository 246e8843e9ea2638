/** The page of collected links, the activity and the manager, in every state that is drawn on purpose. */

import { useState } from 'preact/hooks';
import { Collect } from '../../../components/collect/Collect.tsx';
import { Manager, type ManagerProps } from '../../../components/manager/Manager.tsx';
import type { AccountUploads } from '../../../components/uploads/upload-items.ts';
import { fileLockName } from '../../../lib/uploads/local-file.ts';
import { reorder } from '../../../lib/uploads/sending/reorder.ts';
import { compareOrder, type Upload } from '../../../lib/uploads/upload.ts';
import { createFakeServices, type Fake, fails } from '../fake-page-api.ts';
import * as batch from '../samples/batch.ts';
import * as sample from '../samples/sample.ts';
import type { Scene } from './scene.tsx';

const nothing = () => {};

const collect = (
  fake: Fake = { 'collect.open': () => batch.collection(batch.pageLinks) },
  uploads: AccountUploads | null = null,
): Scene => ({
  services: fake,
  content: (
    <Collect
      requestTabs={async () => true}
      collection="c1"
      shortlist={sample.shortlist}
      uploads={uploads}
      onAccount={nothing}
      onUploads={nothing}
    />
  ),
});

export const manager = (change: Partial<ManagerProps>, fake: Fake = {}): Scene => ({
  services: fake,
  content: (
    <Manager
      view="uploads"
      accounts={sample.oneAccount}
      shortlist={sample.shortlist}
      uploads={sample.account([])}
      storageProblems={[]}
      activity={[]}
      Files={() => null}
      Embed={() => null}
      Account={() => null}
      Reports={() => null}
      hash=""
      navigate={nothing}
      sendFiles={async (files) => ({ queued: files.length, duplicates: [], sameTitle: [], needsPage: false })}
      blockedHost={null}
      onHostAllowed={nothing}
      filesAtOnce={3}
      handleIds={new Set()}
      openFile={async () => null}
      isPrivate={false}
      isOnline
      onSettings={nothing}
      onOpen={nothing}
      {...change}
    />
  ),
});

const waiting = sample.waiting('paused', 'first', 'second', 'third', 'fourth');

/** A manager whose queue is paused, resumed and reordered as the background does it. */
function liveManager(uploads: readonly Upload[]): Scene {
  const live = {
    pause: (_paused: boolean) => {},
    reorder: (_ids: readonly string[], _to: string | null) => {},
  };
  function Live() {
    const [isPaused, setPaused] = useState(true);
    const [queue, setQueue] = useState(uploads);
    live.pause = setPaused;
    live.reorder = (ids, to) => {
      const orders = reorder(queue, ids, to);
      const moved = queue.map((upload) => ({ ...upload, order: orders.get(upload.id) ?? upload.order }));
      setQueue(moved.toSorted(compareOrder));
    };
    return manager({ uploads: sample.account(queue, { isPaused }) }).content;
  }
  const fake = createFakeServices({
    'uploads.pause': () => {
      live.pause(true);
      return null;
    },
    'uploads.resume': () => {
      live.pause(false);
      return null;
    },
    'uploads.reorder': ({ ids, beforeId }) => {
      live.reorder(ids, beforeId);
      return null;
    },
  });
  return { services: fake, content: <Live /> };
}

export const batchScenes: Readonly<Record<string, () => Scene>> = {
  collect: () => collect(),
  'collect-hidden': () => collect({ 'collect.open': () => batch.collection(batch.hiddenLinks) }),
  // As if they had been sent: the notes show with the answer.
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
  'manager-many': () => manager({ uploads: sample.account(sample.many) }),
  'manager-paused': () => manager({ uploads: sample.account(waiting, { isPaused: true }) }),
  'manager-own-files': () => {
    const [first, second, third] = sample.ownFiles;
    const heldLocks = new Set([fileLockName(first.id)]);
    const uploads = { ...sample.account([first, second, third]), heldLocks };
    return manager({ uploads, handleIds: new Set([second.id]) });
  },
  'manager-blocked': () => manager({ uploads: sample.account(sample.waiting('permission', 'spring')) }),
  'manager-blocked-host': () =>
    manager({
      uploads: sample.account(sample.waiting('paused', 'first'), { isPaused: true }),
      blockedHost: 'https://uploads.files.example/*',
    }),
  'manager-live': () => liveManager(waiting),
  'manager-live-many': () => liveManager(sample.manyWaiting),
  'manager-activity': () =>
    manager({ view: 'activity', accounts: sample.twoAccounts, activity: batch.someActivity }),
  'manager-activity-empty': () => manager({ view: 'activity' }),
  'manager-activity-loading': () => manager({ view: 'activity', activity: null }),
  'manager-activity-many': () => manager({ view: 'activity', activity: batch.manyActivity }),
  'manager-activity-error': () =>
    manager(
      { view: 'activity', activity: batch.someActivity },
      {
        'links.send': fails('no-account'),
        'activity.clear': fails('unexpected'),
      },
    ),
};
