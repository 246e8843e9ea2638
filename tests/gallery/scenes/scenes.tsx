/** To add a state, add an entry. */
import { Picker } from '../../../components/picker/Picker.tsx';
import { SettingsPage } from '../../../components/settings/SettingsPage.tsx';
import { emptyShortlist } from '../../../lib/folders/folder.ts';
import type { Problem } from '../../../lib/protocol.ts';
import { defaults } from '../../../lib/settings/settings.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { accountAnswer, createFakeServices, type Fake, fails, pickerAnswer } from '../fake-page-api.ts';
import { changePage, getPage, type PageState } from '../page-state.ts';
import * as files from '../samples/files.ts';
import * as sample from '../samples/sample.ts';
import { accountScenes, accountsOf } from './account.tsx';
import { batchScenes } from './batch.tsx';
import { bulkScenes } from './bulk.tsx';
import { capabilityScenes } from './capabilities.tsx';
import { embedScenes } from './embed.tsx';
import { filesScenes } from './files.tsx';
import { reportsScenes } from './reports.tsx';
import { manager, popup, type Scene } from './scene.tsx';

const nothing = () => {};

/** Updates when uploads are sent or removed. */
function livePopup(uploads: readonly Upload[] = sample.busy): Scene {
  const removed: Upload[] = [];
  const change = (how: (shown: readonly Upload[]) => readonly Upload[]) => {
    changePage({ uploads: sample.account(how(getPage().uploads?.uploads ?? [])) });
    return null;
  };
  const fake: Fake = {
    'uploads.remove': ({ id }) => {
      removed.push(...(getPage().uploads?.uploads ?? []).filter((upload) => upload.id === id));
      change((shown) => shown.filter((upload) => upload.id !== id));
      return { undo: [`removal ${removed.length}`] };
    },
    'changes.undo': ({ ids }) => {
      change((shown) => [...shown, ...removed.filter((_, at) => ids.includes(`removal ${at + 1}`))]);
      return { undo: ids.map((id) => `back ${id}`), kept: 0 };
    },
    'links.send': ({ links }) => {
      const added = links.map(({ url, typedTitle = null }) => sample.upload({ url, title: typedTitle }));
      change((shown) => [...shown, ...added]);
      const ids = added.map(({ id }) => id);
      return { queued: links.length, ids, duplicates: [], invalid: [] };
    },
  };
  const snapshot = files.buildSnapshot(files.manyFiles(3, ['0']), []);
  return popup({ uploads: sample.account(uploads), snapshot }, fake);
}

/** Any window may change the current account. Only the first account has folders. */
function switched(page: (change: Partial<PageState>, fake: Fake) => Scene): Scene {
  const select = (currentId: string) => ({
    accounts: { ...sample.twoAccounts, currentId },
    shortlist: currentId === sample.demo.id ? sample.shortlist : emptyShortlist,
    uploads: { ...sample.account([]), accountId: currentId },
  });
  return page(select(sample.demo.id), {
    'accounts.select': ({ accountId }) => {
      changePage(select(accountId));
      return null;
    },
  });
}

const options = (page: Partial<PageState>, services: Fake = {}): Scene => ({
  services,
  page,
  content: <SettingsPage />,
});

/** Between two accounts. */
const switching: Fake = {
  'accounts.select': ({ accountId: currentId }) => {
    changePage({ accounts: { ...sample.twoAccounts, currentId }, rules: [] });
    return null;
  },
};

/** The first account can be connected. Its first link has this state. */
const firstAccount = (upload: Partial<Upload> = {}): Scene =>
  options(
    { accounts: sample.noAccount, shortlist: emptyShortlist },
    {
      'accounts.connect': () => {
        changePage({ accounts: sample.oneAccount });
        return accountAnswer({ slots: null });
      },
      'links.send': ({ links }) => {
        const folder = { id: '0', name: '' };
        changePage({
          uploads: sample.account(links.map(({ url }) => sample.transfer({ url, folder, ...upload }))),
        });
        return { queued: links.length, duplicates: [], invalid: [] };
      },
    },
  );

const picker = (services: Fake = {}, accounts = sample.oneAccount, page: Partial<PageState> = {}): Scene => ({
  services,
  page: { accounts, ...page },
  content: (
    <Picker requestId="p1" onDone={nothing} onClose={() => Object.assign(globalThis, { isClosed: true })} />
  ),
});

const problem = (code: Problem['code'], store: string): Problem => ({ code, msg: null, store });

const link = (name: string) => ({ url: `https://downloads.example/${name}` });

export const scenes: Readonly<Record<string, () => Scene>> = {
  ...accountScenes,
  ...batchScenes,
  ...bulkScenes,
  ...capabilityScenes,
  ...embedScenes,
  ...filesScenes,
  ...reportsScenes,
  'popup-loading': () => popup({ accounts: null, uploads: null }),
  'popup-first-read': () => popup({ uploads: null }),
  'popup-never-connected': () => popup({ accounts: sample.noAccount }),
  'popup-empty': () => popup({}),
  'popup-busy': () => popup({ accounts: sample.twoAccounts, uploads: sample.account(sample.busy) }),
  'popup-others-attention': () =>
    popup({ accounts: sample.twoAccounts, attention: new Map([[sample.studio.id, 2]]) }),
  'popup-together': () => popup({ uploads: sample.account(sample.together) }),
  'popup-too-many': () => popup({ uploads: sample.tooMany() }),
  'popup-causes': () => livePopup(sample.causes),
  'popup-copies': () => popup({ accounts: sample.twoAccounts, uploads: sample.copies }),
  'popup-earlier': () => popup({ uploads: sample.account(sample.earlier) }),
  'popup-every-state': () => popup({ uploads: sample.everyState }, {}, null),
  'popup-offline': () =>
    popup({
      isOnline: false,
      uploads: sample.account([...sample.waiting('network', 'agent-327'), ...sample.busy.slice(4)]),
    }),
  'popup-limited': () =>
    popup({
      uploads: sample.account(
        ['spring', 'sintel'].map((title) =>
          sample.upload({ title, wait: { reason: 'rate-limited', untilMs: sample.now + 4000 } }),
        ),
      ),
    }),
  'popup-key-rejected': () => popup({ uploads: sample.account(sample.waiting('account', 'spring')) }),
  'popup-blocked': () => popup({ uploads: sample.account(sample.waiting('permission', 'spring', 'sintel')) }),
  'popup-still-blocked': () =>
    popup(
      { uploads: sample.account(sample.waiting('permission', 'spring')) },
      { ...createFakeServices(), requestHost: () => Promise.resolve(false) },
    ),
  'popup-private': () => popup({ isPrivate: true, uploads: sample.account(sample.busy.slice(0, 1)) }),
  'popup-memory-only': () =>
    popup({
      isPrivate: true,
      uploads: sample.account(sample.busy.slice(0, 1)),
      storageProblems: [problem('storage-unavailable', 'linkhaul-uploads')],
    }),
  'popup-storage-newer': () =>
    popup({ uploads: null, storageProblems: [problem('storage-newer-version', 'linkhaul-uploads')] }),
  'popup-storage-damaged': () =>
    popup({
      uploads: sample.account(sample.busy),
      storageProblems: [
        problem('storage-damaged', 'linkhaul-catalog'),
        problem('storage-full', 'linkhaul-uploads'),
      ],
    }),
  'popup-storage-lost': () =>
    popup({ accounts: null, uploads: null, storageProblems: [{ code: 'unexpected', msg: null }] }),
  'popup-through-browser': () => popup({ uploads: sample.throughBrowser }),
  'popup-added-twice': () => popup({ uploads: sample.account(sample.duplicates) }),
  'popup-paused': () =>
    popup({
      uploads: sample.account([...sample.waiting('paused', 'sintel', 'spring'), ...sample.busy.slice(2, 4)], {
        isPaused: true,
      }),
    }),
  'popup-unreachable': () =>
    popup({
      uploads: sample.account(
        [...sample.waiting('network', 'sintel', 'spring'), ...sample.busy.slice(0, 3)],
        { pollFailure: { code: 'network', atMs: sample.now } },
      ),
    }),
  'popup-pages-moved': () => popup({ accounts: sample.pagesMoved }),
  'popup-notices': () =>
    popup(
      {
        isOnline: false,
        isPrivate: true,
        uploads: sample.account(
          [...sample.everyState.uploads.filter(({ state }) => state === 'failed'), ...sample.busy],
          { isPaused: true },
        ),
      },
      { 'uploads.restartFailed': fails('invalid-response', '502 Bad Gateway') },
    ),
  'popup-unreachable-before': () =>
    popup(
      { uploads: sample.account([], { pollFailure: { code: 'network', atMs: sample.now - 3_600_000 } }) },
      { 'uploads.poll': () => 'never' },
    ),
  'popup-paused-empty': () => popup({ uploads: sample.account([], { isPaused: true }) }),
  'popup-many': () => popup({ uploads: sample.account(sample.many) }),
  'popup-same-titles': () => popup({ uploads: sample.account(sample.sameTitles) }),
  'popup-long': () => popup({ accounts: sample.twoAccounts, uploads: sample.account(sample.long) }),
  'popup-service-error': () =>
    popup(
      { uploads: sample.everyState },
      {
        'uploads.restartFailed': fails('invalid-response', '502 Bad Gateway'),
        'uploads.retry': fails('gone'),
        'collect.start': fails('no-access'),
        'links.send': ({ links }) => ({ queued: 0, duplicates: links.map(({ url }) => url), invalid: [] }),
      },
    ),

  'popup-held-back': () =>
    popup(
      {},
      {
        'links.send': ({ links, anyway }) => {
          const held = anyway ? [] : links.slice(1).map(({ url }) => url);
          return { queued: links.length - held.length, duplicates: held, invalid: [] };
        },
      },
    ),
  'popup-live': () => livePopup(),
  'popup-live-one': () => livePopup([sample.upload({ title: 'holiday.mkv' })]),
  'popup-long-names': () => livePopup(sample.longNames),
  'popup-accounts': () => switched(popup),
  'manager-accounts': () => switched(manager),

  'options-loading': () => options({ accounts: null }),
  'options-first-run': () => options({ accounts: sample.noAccount, shortlist: emptyShortlist }),
  'options-first-account': () => firstAccount(),
  'options-first-file': () => firstAccount(sample.firstFile),
  'options-connected': () => options({ accounts: sample.twoAccounts }),
  'options-notifications-revoked': () =>
    options({ settings: { ...defaults, notifications: true }, grantsNotifications: true }),
  'options-unencrypted': () => options({ accounts: sample.unencrypted }),
  'options-rules': () => options({ rules: sample.rules }),
  'options-other-accounts': () => options({ accounts: sample.twoAccounts, rules: sample.rulesWithOthers }),
  'options-three-accounts': () => options({ accounts: accountsOf(3) }),
  'options-rules-two-accounts': () =>
    options(
      {
        accounts: sample.twoAccounts,
        rules: sample.rulesOfOthers,
        otherShortlists: { a2: { ...sample.shortlist, default: { id: '21', name: 'Drafts' } } },
      },
      switching,
    ),
  'options-rules-failing': () =>
    options(
      { accounts: sample.twoAccounts, rules: sample.rules },
      { ...switching, 'rules.save': fails('unexpected'), 'folders.pin': fails('unexpected') },
    ),
  'options-imported': () =>
    options(
      {},
      {
        'backup.import': ({ passphrase }) => ({
          ...{ added: [], missing: ['b'] },
          ...(passphrase !== null && { blocked: ['https://files.example'] }),
        }),
      },
    ),
  // The first account is stored before the import fails.
  'options-import-failing': () => {
    Object.assign(globalThis, { storeAccount: () => changePage({ accounts: sample.oneAccount }) });
    return options({ accounts: sample.noAccount }, { 'backup.import': fails('unexpected') });
  },
  'options-service-error': () =>
    options(
      {},
      {
        'accounts.check': fails('unauthorized', 'Wrong Auth'),
        'accounts.connect': ({ key }) => ({ code: key === 'down' ? 'network' : 'unauthorized', msg: null }),
      },
    ),
  'options-denied': () =>
    options(
      { accounts: sample.noAccount },
      {
        ...createFakeServices(),
        requestHost: () => Promise.resolve(false),
      },
    ),
  'options-asked': () => {
    const services = createFakeServices();
    return options(
      { accounts: sample.noAccount },
      {
        ...services,
        requestHost: (...patterns) =>
          services.requestHost(...patterns).then(() => new Promise<never>(() => {})),
      },
    );
  },
  'options-no-api': () =>
    options(
      { accounts: sample.noAccount },
      { 'accounts.findService': () => ({ address: null, isSilent: false }) },
    ),

  picker: () => picker(),
  'picker-by-rule': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          suggestion: {
            accountId: sample.demo.id,
            account: null,
            folder: { id: '99', name: 'Deep inside' },
            title: 'downloads.example: film',
          },
          links: [link('film.mkv')],
        }),
    }),
  'picker-several-by-rule': () =>
    picker(
      {
        'picker.open': () =>
          pickerAnswer({
            accountId: 'a1',
            suggestion: {
              accountId: 'a1',
              account: null,
              folder: { id: '99', name: 'Deep inside' },
              also: [{ accountId: 'a2', account: 'studio', folder: { id: '12', name: 'Lectures' } }],
              title: null,
            },
          }),
      },
      sample.twoAccounts,
    ),
  'picker-on-page': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          links: [
            {
              url: 'https://cdn.example/8f3a.mp4',
              title: 'The longest night',
              pageUrl: 'https://www.festival.example/films/7',
              pageTitle: 'The longest night',
            },
          ],
        }),
    }),
  'picker-known': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          reason: 'duplicate',
          links: [{ ...link('trailer7.mp4'), title: 'Trailer 7' }],
          known: [
            {
              ...{ id: 'known', url: link('trailer7.mp4').url },
              state: 'arrived',
              folder: { id: '0', name: '' },
            },
          ],
          chosen: { id: '11', name: 'Movies' },
          suggestion: {
            accountId: sample.demo.id,
            folder: { id: '11', name: 'Movies' },
            account: null,
            isDefault: true,
            title: 'Trailer 7',
          },
        }),
    }),
  'picker-many-links': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          reason: 'duplicate',
          links: ['one.iso', 'two.iso', 'three.iso', 'four.iso'].map(link),
          clicked: 'https://downloads.example/My Movie/',
        }),
    }),
  'picker-two-accounts': () =>
    picker(
      {
        'picker.open': () => pickerAnswer({ accountId: 'a1' }),
        'picker.send': ({ folder, others = [] }) => {
          const sent = [
            { accountId: 'a1', folder, undo: ['u1'] },
            ...others.map((to) => ({ ...to, undo: ['u2'] })),
          ];
          const outcome = { queued: sent.length, duplicates: [], invalid: [] };
          return others.length > 0 ? { ...outcome, folders: sent.map((to) => to.folder), sent } : outcome;
        },
      },
      sample.twoAccounts,
    ),
  'picker-unusable': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          reason: 'unusable',
          links: [],
          clicked: 'javascript:void(0) and other such words',
        }),
    }),
  'picker-fault': () =>
    picker({
      'picker.open': () =>
        pickerAnswer({
          reason: 'fault',
          accountId: '',
          links: [],
          clicked: 'https://downloads.example/films/big-buck-bunny.mkv',
        }),
    }),
  'picker-held-back': () => {
    let isHeld = false;
    return picker({
      'picker.send': () => {
        const duplicates = isHeld ? [] : ['https://downloads.example/films/big-buck-bunny.mkv'];
        isHeld = true;
        return { queued: 1 - duplicates.length, duplicates, invalid: [] };
      },
    });
  },
  'picker-loading': () => picker({ 'folders.list': () => 'never' }),
  'picker-late': () => {
    Object.assign(globalThis, { readShortlist: () => changePage({ shortlist: sample.shortlist }) });
    return picker({}, sample.oneAccount, { shortlist: null });
  },
  'picker-service-error': () => picker({ 'folders.list': fails('timeout'), 'picker.send': fails('gone') }),
};
