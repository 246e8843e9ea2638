import type { PageApi } from '../../../components/page-api.ts';
import type { Accounts } from '../../../lib/accounts/account.ts';
import type { ConnectedAccount, ListedTakedown, Problem } from '../../../lib/protocol.ts';
import { accountAnswer, createFakeServices } from '../fake-page-api.ts';
import type { PageState } from '../page-state.ts';
import { buildSnapshot, file, folder } from '../samples/files.ts';
import * as sample from '../samples/sample.ts';
import { manager, type Scene } from './scene.tsx';

/** For each account, in order. Undefined: no response. */
type CheckAnswer = Partial<ConnectedAccount> | Problem | undefined;
type Takedowns = readonly ListedTakedown[] | Problem | 'never';

export function accountsOf(count: number): Accounts {
  const [demo = sample.demo, studio = sample.demo] = sample.twoAccounts.list;
  const more = Array.from({ length: count - 2 }, (_, at) => ({
    ...demo,
    id: `more${at}`,
    email: `more-${at}@files.example`,
  }));
  return { list: [demo, studio, ...more].slice(0, count), currentId: demo.id };
}

function account(
  checkAnswers: readonly CheckAnswer[],
  takedowns: Takedowns = [],
  accounts = accountsOf(checkAnswers.length),
  page: Partial<PageState> = {},
  hash = '#account',
): Scene {
  const fake: PageApi = createFakeServices({
    'accounts.check': ({ accountId }) => {
      const at = accounts.list.findIndex(({ id }) => id === accountId);
      const [found, answer] = [accounts.list[at] ?? sample.demo, checkAnswers[at]];
      if (answer === undefined) return 'never';
      if ('code' in answer) return answer;
      return accountAnswer({ account: found, email: found.email, ...answer });
    },
    'accounts.changeAddress': ({ address, isConfirmed }) => {
      if (address.includes('failing')) return { code: 'invalid-response', msg: null };
      return address.includes('other') && !isConfirmed
        ? { otherEmail: 'other@files.example' }
        : accountAnswer();
    },
    'accounts.rename': ({ nickname }) => (nickname === 'Failing' ? { code: 'unexpected', msg: null } : null),
    'takedowns.list': () => takedowns,
  });
  return manager({ accounts, snapshot, ...page }, fake, hash);
}

/** The first account's host deletes files. The second has many files without data. */
function expiring(): Scene {
  const { list, currentId } = accountsOf(3);
  const accounts = {
    list: list.map((each, at) => (at < 2 ? { ...each, deletesAfterDays: 60 } : each)),
    currentId,
  };
  const [demo = sample.demo, studio = sample.demo] = list;
  const records = new Map([
    [demo.id, { count: 12, days: 53, unread: 0, unreported: 0, isWhole: true, dismissed: null }],
    [studio.id, { count: 0, days: 53, unread: 3_800, unreported: 40, isWhole: true, dismissed: null }],
  ]);
  return account([{}, {}, {}], [], accounts, { expiring: records });
}

const full = { storageLeft: 0, slots: { totalSlots: 5, usedSlots: 5, freeSlots: 0 } };
const unlimited = { storageLeft: null, storageUnlimited: true, premiumExpires: '2026-11-24 08:00:00' };
const withoutValues: CheckAnswer = {
  email: null,
  balance: null,
  balanceText: null,
  storageLeft: null,
  storageUsed: null,
  premiumExpires: null,
  serverTime: null,
  slots: null,
};
const over = { balanceText: '-1234567.00001', premiumExpires: '2025-01-31 00:00:00' };
const ending = {
  premiumExpires: '2026-11-20 18:00:00',
  slots: { totalSlots: null, usedSlots: 3, freeSlots: null },
};

const longTitle = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '.repeat(3);
const snapshot = buildSnapshot(
  [
    file({ fileCode: 'bunny2008', title: 'big-buck-bunny', folderId: '11' }),
    file({ fileCode: 'long5678', title: longTitle, folderId: '12' }),
    file({ fileCode: 'song4321', title: 'أغنية من البحر', folderId: '0' }),
  ],
  [folder('11', 'Movies'), folder('12', 'A folder with quite a long name that does not fit anywhere at all')],
);

const takedown = (fileCode: string, change: Partial<ListedTakedown> = {}): ListedTakedown => ({
  fileCode,
  folderId: '0',
  protectedDownload: `d${fileCode}`,
  protectedEmbed: `e${fileCode}`,
  reportedOn: '2026-11-18 09:30:00',
  disabledOn: '2026-11-19 10:00:00',
  deletesOn: null,
  deletesInSeconds: null,
  isNew: false,
  ...change,
});

const some = [
  takedown('bunny2008', {
    folderId: '11',
    reportedOn: '2026-11-20 08:00:00',
    disabledOn: null,
    isNew: true,
  }),
  takedown('long5678', { folderId: '12', reportedOn: '2026-11-19 08:00:00', isNew: true }),
  takedown('song4321', { disabledOn: null }),
  takedown('gone1234', { folderId: '77' }),
  takedown('silent99', {
    folderId: null,
    protectedDownload: null,
    protectedEmbed: null,
    reportedOn: null,
    disabledOn: null,
  }),
];
const many = Array.from({ length: 500 }, (_, at) => takedown(`code${at}`));

const takedownsOf = (takedowns: Takedowns) => account([{}], takedowns, undefined, {}, '#takedowns');

export const accountScenes: Readonly<Record<string, () => Scene>> = {
  'manager-account': () =>
    account([{}, { storageLeft: 3_000_000_000, premiumExpires: '2026-11-26 20:00:00' }]),
  'manager-account-expiring': expiring,
  'manager-account-loading': () => account([undefined, undefined]),
  'manager-takedowns': () => takedownsOf(some),
  'manager-takedowns-none': () => takedownsOf([]),
  'manager-takedowns-loading': () => takedownsOf('never'),
  'manager-takedowns-many': () => takedownsOf(many),
  'manager-takedowns-failing': () => takedownsOf({ code: 'invalid-response', msg: '502 Bad Gateway' }),
  'manager-account-every-state': () => account([full, unlimited, withoutValues, over, ending]),
  'manager-account-unencrypted': () => account([{}, {}], [], sample.unencrypted),
  'manager-account-pages-moved': () => account([{}, {}], [], sample.pagesMoved),
  'manager-account-failing': () =>
    account([
      {},
      { code: 'unauthorized', msg: 'Wrong Auth' },
      { code: 'network', msg: null },
      { code: 'no-permission', msg: null },
    ]),
};
