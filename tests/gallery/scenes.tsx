/** Every screen in every state that is drawn on purpose. A new state is one new entry here. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Options, type OptionsProps } from '../../components/options/Options.tsx';
import { Picker } from '../../components/picker/Picker.tsx';
import { Popup, type PopupProps } from '../../components/popup/Popup.tsx';
import type { Services } from '../../components/services.ts';
import type { Accounts } from '../../lib/accounts/account.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import { defaults } from '../../lib/settings/settings.ts';
import * as sample from './sample.ts';
import { someActivity } from './sample-batch.ts';
import { batchScenes, manager } from './scenes-batch.tsx';
import { bulkScenes } from './scenes-bulk.tsx';
import { embedScenes } from './scenes-embed.tsx';
import { filesScenes } from './scenes-files.tsx';
import { note, services } from './world.ts';

export interface Scene {
  readonly services: Services;
  readonly content: ComponentChild;
}

const nothing = () => {};

/** The browser's question for a host, always answered with yes. */
const allowed = (pattern: string) => {
  note('permissions.request', pattern);
  return Promise.resolve(true);
};

export const popup = (change: Partial<PopupProps>, world = services()): Scene => ({
  services: world,
  content: (
    <Popup
      accounts={sample.oneAccount}
      shortlist={sample.shortlist}
      items={[]}
      transfers={[]}
      paused={false}
      page={{ url: 'https://blog.example/article', title: 'An article' }}
      isPrivate={false}
      isOnline
      Files={() => null}
      useActivity={() => someActivity}
      onSettings={nothing}
      onFullTab={nothing}
      onCollected={nothing}
      onOpen={nothing}
      {...change}
    />
  ),
});

/** A popup in which removing a link from the outbox takes its row away, and sending puts one in. */
function livePopup(): Scene {
  const live = { remove: (_id: string) => {}, add: (_url: string) => {} };
  function Live() {
    const [items, setItems] = useState(sample.busyItems);
    live.remove = (id) => setItems(items.filter((item) => item.id !== id));
    live.add = (url) => setItems([...items, sample.item({ url })]);
    return popup({ items, transfers: sample.busyTransfers }).content;
  }
  const world = services({
    'outbox.remove': ({ id }) => {
      live.remove(id);
      return null;
    },
    'links.send': ({ links }) => {
      for (const { url } of links) live.add(url);
      return { queued: links.length, duplicates: [], invalid: [] };
    },
  });
  return { services: world, content: <Live /> };
}

/** A page in which another account becomes the current one, as it may in any window; only the first has folders. */
function switched(
  page: (change: { readonly accounts: Accounts; readonly shortlist: FolderShortlist }) => Scene,
): Scene {
  let select = (_id: string) => {};
  function Live() {
    const [currentId, setCurrentId] = useState(sample.demo.id);
    select = setCurrentId;
    const shortlist = currentId === sample.demo.id ? sample.shortlist : emptyShortlist;
    return page({ accounts: { ...sample.twoAccounts, currentId }, shortlist }).content;
  }
  const world = services({
    'accounts.select': ({ accountId }) => {
      select(accountId);
      return null;
    },
  });
  return { services: world, content: <Live /> };
}

const options = (change: Partial<OptionsProps>, world = services()): Scene => ({
  services: world,
  content: (
    <Options
      accounts={sample.oneAccount}
      shortlist={sample.shortlist}
      settings={defaults}
      isPrivate={false}
      requestHost={allowed}
      requestNotifications={() => Promise.resolve(false)}
      {...change}
    />
  ),
});

const picker = (world = services()): Scene => ({
  services: world,
  content: (
    <Picker pick="p1" shortlist={sample.shortlist} onAccount={nothing} onDone={nothing} onClose={nothing} />
  ),
});

const link = (name: string) => ({ url: `https://downloads.example/${name}` });

export const scenes: Readonly<Record<string, () => Scene>> = {
  ...batchScenes,
  ...bulkScenes,
  ...embedScenes,
  ...filesScenes,
  'popup-loading': () => popup({ accounts: null, items: null, transfers: null }),
  'popup-first-read': () => popup({ items: null, transfers: null }),
  'popup-never-connected': () => popup({ accounts: sample.noAccount }),
  'popup-empty': () => popup({}),
  'popup-busy': () =>
    popup({ accounts: sample.twoAccounts, items: sample.busyItems, transfers: sample.busyTransfers }),
  'popup-every-state': () => popup({ items: sample.everyItem, transfers: sample.everyTransfer, page: null }),
  'popup-offline': () =>
    popup({
      isOnline: false,
      items: [sample.item({ title: 'spring', waiting: { reason: 'network', until: null } })],
      transfers: sample.busyTransfers,
    }),
  'popup-limited': () =>
    popup({
      items: [
        sample.item({ title: 'spring', waiting: { reason: 'rate-limited', until: sample.now + 4000 } }),
        sample.item({ title: 'sintel', waiting: { reason: 'rate-limited', until: sample.now + 4000 } }),
      ],
      transfers: [],
    }),
  'popup-key-refused': () =>
    popup({ items: [sample.item({ title: 'spring', waiting: { reason: 'account', until: null } })] }),
  'popup-private': () => popup({ isPrivate: true, items: sample.busyItems.slice(0, 1) }),
  'popup-paused': () =>
    popup({
      paused: true,
      items: sample.busyItems.map((item) => ({
        ...item,
        waiting: item.waiting && { reason: 'paused', until: null },
      })),
    }),
  'popup-paused-empty': () => popup({ paused: true }),
  'popup-many': () => popup({ items: sample.manyItems, transfers: sample.manyTransfers }),
  'popup-long': () =>
    popup({ accounts: sample.twoAccounts, items: sample.longItems, transfers: sample.longTransfers }),
  'popup-service-error': () =>
    popup(
      { items: sample.busyItems, transfers: sample.busyTransfers },
      services({
        'transfers.restartFailed': () => ({ code: 'invalid-response', msg: '502 Bad Gateway' }),
        'outbox.retry': () => ({ code: 'gone', msg: null }),
        'collect.start': () => ({ code: 'no-access', msg: null }),
        'links.send': ({ links }) => ({ queued: 0, duplicates: links.map(({ url }) => url), invalid: [] }),
      }),
    ),

  'popup-live': livePopup,
  'popup-accounts': () => switched(popup),
  'manager-accounts': () => switched(manager),

  'options-loading': () => options({ accounts: null }),
  'options-first-run': () => options({ accounts: sample.noAccount, shortlist: emptyShortlist }),
  'options-connected': () => options({ accounts: sample.twoAccounts }),
  'options-service-error': () =>
    options(
      {},
      services({
        'accounts.check': () => ({ code: 'unauthorized', msg: 'Wrong Auth' }),
        'accounts.connect': ({ key }) => ({ code: key === 'down' ? 'network' : 'unauthorized', msg: null }),
      }),
    ),
  'options-denied': () =>
    options(
      { accounts: sample.noAccount, requestHost: () => Promise.resolve(false) },
      services({ 'accounts.connect': () => ({ code: 'network', msg: null }) }),
    ),

  picker: () => picker(),
  'picker-many-links': () =>
    picker(
      services({
        'picker.open': () => ({
          reason: 'duplicate',
          accountId: 'demo',
          links: ['one.iso', 'two.iso', 'three.iso', 'four.iso'].map(link),
          clicked: null,
        }),
      }),
    ),
  'picker-unusable': () =>
    picker(
      services({
        'picker.open': () => ({
          reason: 'unusable',
          accountId: 'demo',
          links: [],
          clicked: 'javascript:void(0) and other such words',
        }),
      }),
    ),
  'picker-fault': () =>
    picker(
      services({
        'picker.open': () => ({
          reason: 'fault',
          accountId: '',
          links: [],
          clicked: 'https://downloads.example/films/big-buck-bunny.mkv',
        }),
      }),
    ),
  'picker-held-back': () => {
    let isHeld = false;
    return picker(
      services({
        'picker.send': () => {
          const duplicates = isHeld ? [] : ['https://downloads.example/films/big-buck-bunny.mkv'];
          isHeld = true;
          return { queued: 1 - duplicates.length, duplicates, invalid: [] };
        },
      }),
    );
  },
  'picker-loading': () => picker(services({ 'folders.list': () => 'never' })),
  'picker-service-error': () =>
    picker(
      services({
        'folders.list': () => ({ code: 'timeout', msg: null }),
        'picker.send': () => ({ code: 'gone', msg: null }),
      }),
    ),
};
