/** The page of collected links, the activity and the manager, in every state that is drawn on purpose. */
import { useState } from 'preact/hooks';
import { Collect } from '../../components/collect/Collect.tsx';
import { Manager, type ManagerProps } from '../../components/manager/Manager.tsx';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import { newPositions } from '../../lib/outbox/positions.ts';
import * as sample from './sample.ts';
import * as batch from './sample-batch.ts';
import type { Scene } from './scenes.tsx';
import { services } from './world.ts';

const nothing = () => {};

const collect = (world = services({ 'collect.open': () => batch.collection(batch.pageLinks) })): Scene => ({
  services: world,
  content: <Collect collection="c1" shortlist={sample.shortlist} onAccount={nothing} onTransfers={nothing} />,
});

export const manager = (change: Partial<ManagerProps>, world = services()): Scene => ({
  services: world,
  content: (
    <Manager
      view="transfers"
      accounts={sample.oneAccount}
      shortlist={sample.shortlist}
      items={[]}
      transfers={[]}
      activity={[]}
      Files={() => null}
      Embed={() => null}
      hash=""
      navigate={nothing}
      paused={false}
      isPrivate={false}
      isOnline
      onSettings={nothing}
      onOpen={nothing}
      {...change}
    />
  ),
});

const waiting: readonly OutboxItem[] = ['first', 'second', 'third', 'fourth'].map((title) =>
  sample.item({ title, waiting: { reason: 'paused', until: null } }),
);

/** A manager whose outbox pauses, goes on and takes another order, as the background would have it. */
function liveManager(items: readonly OutboxItem[]): Scene {
  const live = {
    pause: (_paused: boolean) => {},
    reorder: (_ids: readonly string[], _to: string | null) => {},
  };
  function Live() {
    const [paused, setPaused] = useState(true);
    const [queue, setQueue] = useState(items);
    live.pause = setPaused;
    live.reorder = (ids, to) => {
      const positions = newPositions(queue, ids, to);
      const moved = queue.map((item) => ({ ...item, position: positions.get(item.id) ?? item.position }));
      setQueue(moved.toSorted((a, b) => a.position - b.position));
    };
    return manager({ items: queue, paused }).content;
  }
  const world = services({
    'outbox.pause': () => {
      live.pause(true);
      return null;
    },
    'outbox.resume': () => {
      live.pause(false);
      return null;
    },
    'outbox.reorder': ({ ids, beforeId }) => {
      live.reorder(ids, beforeId);
      return null;
    },
  });
  return { services: world, content: <Live /> };
}

export const batchScenes: Readonly<Record<string, () => Scene>> = {
  collect: () => collect(),
  'collect-loading': () => collect(services({ 'collect.open': () => 'never' })),
  'collect-gone': () => collect(services({ 'collect.open': () => ({ code: 'gone', msg: null }) })),
  'collect-none': () => collect(services({ 'collect.open': () => batch.collection([]) })),
  'collect-many': () =>
    collect(services({ 'collect.open': () => batch.collection(batch.manyLinks, { left: 213 }) })),
  'collect-duplicates': () =>
    collect(
      services({
        'collect.open': () => batch.collection(batch.pageLinks),
        'collect.send': ({ urls, anyway }) =>
          anyway
            ? { queued: urls.length, duplicates: [], invalid: [] }
            : { queued: urls.length - 1, duplicates: urls.slice(0, 1), invalid: [] },
      }),
    ),
  'collect-service-error': () =>
    collect(
      services({
        'collect.open': () => batch.collection(batch.pageLinks),
        'collect.send': () => ({ code: 'gone', msg: null }),
      }),
    ),

  'manager-loading': () => manager({ accounts: null, items: null, transfers: null, activity: null }),
  'manager-never-connected': () => manager({ accounts: sample.noAccount }),
  'manager-empty': () => manager({}),
  'manager-busy': () =>
    manager({ accounts: sample.twoAccounts, items: sample.busyItems, transfers: sample.busyTransfers }),
  'manager-many': () => manager({ items: sample.manyItems, transfers: sample.manyTransfers }),
  'manager-paused': () => manager({ items: waiting, paused: true }),
  'manager-live': () => liveManager(waiting),
  'manager-live-many': () => liveManager(sample.manyItems),
  'manager-activity': () =>
    manager({ view: 'activity', accounts: sample.twoAccounts, activity: batch.someActivity }),
  'manager-activity-empty': () => manager({ view: 'activity' }),
  'manager-activity-loading': () => manager({ view: 'activity', activity: null }),
  'manager-activity-many': () => manager({ view: 'activity', activity: batch.manyActivity }),
  'manager-activity-error': () =>
    manager(
      { view: 'activity', activity: batch.someActivity },
      services({
        'links.send': () => ({ code: 'no-account', msg: null }),
        'activity.clear': () => ({ code: 'unexpected', msg: null }),
      }),
    ),
};
