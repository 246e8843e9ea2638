/** People, links and transfers for the gallery, in every state that there is. */
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';
import type { Doubt, OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';

/** The time in the gallery stands still. */
export const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const minute = 60_000;

export const demo: Account = {
  id: 'a1',
  baseUrl: 'https://files.example',
  email: 'demo@files.example',
  addedAt: now - 90 * minute,
};
const studio: Account = {
  id: 'a2',
  baseUrl: 'https://media.example.org:8443/host',
  email: 'a.very.long.mailbox.name.of.the.studio@media.example.org',
  addedAt: now - 50 * minute,
};

export const noAccount: Accounts = { list: [], currentId: null };
export const oneAccount: Accounts = { list: [demo], currentId: demo.id };
export const twoAccounts: Accounts = { list: [demo, studio], currentId: demo.id };

const movies: FolderRef = { id: '11', name: 'Movies' };
export const shortlist: FolderShortlist = {
  default: movies,
  pinned: [
    { id: '12', name: 'Lectures' },
    { id: '13', name: 'موسيقى' },
  ],
  recent: [
    { id: '21', name: 'Trailers' },
    { id: '22', name: 'A folder with quite a long name that does not fit anywhere at all' },
  ],
};

const children: Readonly<Record<string, readonly FolderRef[]>> = {
  '0': [movies, { id: '12', name: 'Lectures' }, { id: '13', name: 'موسيقى' }, { id: '14', name: 'Photos' }],
  '11': [
    { id: '21', name: 'Trailers' },
    { id: '22', name: 'A folder with quite a long name that does not fit anywhere at all' },
    { id: '23', name: 'Drafts & more <b>' },
  ],
  '12': [
    { id: '31', name: '2025' },
    { id: '32', name: '2026' },
  ],
};
export const foldersIn = (id: string): readonly FolderRef[] => children[id] ?? [];

let made = 0;

export function item(change: Partial<OutboxItem>): OutboxItem {
  made += 1;
  return {
    id: `item-${made}`,
    accountId: demo.id,
    url: `https://downloads.example/films/film-${made}.mkv`,
    title: null,
    folder: movies,
    position: made,
    state: 'queued',
    attempts: 0,
    waiting: null,
    msg: null,
    failure: null,
    doubt: null,
    sentAt: null,
    announced: true,
    fileCode: null,
    private: false,
    createdAt: now - 5 * minute,
    changedAt: now - minute,
    ...change,
  };
}

export function transfer(change: Partial<WatchedTransfer>): WatchedTransfer {
  made += 1;
  return {
    accountId: demo.id,
    fileCode: `code${made}`,
    url: `https://downloads.example/films/film-${made}.mkv`,
    title: null,
    folderId: movies.id,
    folderName: movies.name,
    status: 'working',
    phase: 'working',
    bytesTotal: 734_003_200,
    bytesDownloaded: 471_859_200,
    bytesPerSecond: 6_400_000,
    ours: true,
    private: false,
    firstSeenAt: now - 3 * minute + made,
    changedAt: now,
    endedAt: null,
    sampledAt: now,
    verify: null,
    hidden: false,
    announced: true,
    ...change,
  };
}

const doubt = (change: Partial<Doubt>): Doubt => ({
  cause: 'no-answer',
  since: now - minute,
  looks: 1,
  missedAt: null,
  nextLookAt: null,
  ...change,
});

/** A list as on a busy afternoon. */
export const busyItems: readonly OutboxItem[] = [
  item({ title: 'sintel-trailer', waiting: { reason: 'slots', until: null } }),
  item({ title: 'cosmos-laundromat', waiting: { reason: 'slots', until: null } }),
  item({ title: 'holiday.mkv', state: 'refused', msg: 'Not allowed', failure: 'refused' }),
  item({ title: 'lecture-07', state: 'unsure' }),
];
export const busyTransfers: readonly WatchedTransfer[] = [
  transfer({ title: 'big-buck-bunny' }),
  transfer({ title: 'elephants-dream', phase: 'done', status: '', endedAt: now - 2 * minute }),
  transfer({
    title: 'spring',
    phase: 'done',
    status: '',
    folderId: '0',
    folderName: null,
    endedAt: now - 70 * minute,
  }),
];

/** One row for each state that a row can be in. */
export const everyItem: readonly OutboxItem[] = [
  item({ title: 'being handed over', state: 'sending' }),
  item({ title: 'waits its turn' }),
  item({ title: 'waits for slots', waiting: { reason: 'slots', until: null } }),
  item({ title: 'waits for the network', waiting: { reason: 'network', until: now + 42_000 } }),
  item({ title: 'waits for the limit', waiting: { reason: 'rate-limited', until: now + 3_000 } }),
  item({ title: 'waits for the quota', waiting: { reason: 'quota', until: now + 50 * minute } }),
  item({ title: 'waits for the service', waiting: { reason: 'service', until: now + 2 * minute } }),
  item({ title: 'waits for the key', waiting: { reason: 'account', until: null } }),
  item({ title: 'waits for the user', waiting: { reason: 'paused', until: null } }),
  item({
    title: 'refused at length',
    state: 'refused',
    msg: 'This source is not supported on your plan; please contact the operator, quoting the address of the file and the time of your request.',
  }),
  item({ title: 'refused silently', state: 'refused' }),
  item({ title: 'its folder is gone', state: 'refused', failure: 'not-found' }),
  item({
    title: 'folder gone',
    state: 'refused',
    failure: 'not-found',
    folder: { id: '9', name: 'Old films' },
  }),
  item({
    title: 'unsure',
    state: 'unsure',
    doubt: doubt({ looks: 3 }),
  }),
  item({
    title: 'unsure whose',
    state: 'unsure',
    doubt: doubt({ cause: 'already-queued', nextLookAt: now + 20_000 }),
  }),
];
export const everyTransfer: readonly WatchedTransfer[] = [
  transfer({ title: 'working' }),
  transfer({ title: 'working, total unknown', bytesTotal: null, bytesPerSecond: 820_000 }),
  transfer({ title: 'working, nothing known', bytesTotal: 0, bytesDownloaded: null, bytesPerSecond: null }),
  transfer({ title: 'pending', phase: 'pending', status: 'pending' }),
  transfer({ title: 'unknown state', phase: 'unknown', status: 'Queued for transcoding' }),
  transfer({ title: 'verifying', phase: 'verifying', status: '' }),
  transfer({ title: 'failed', phase: 'error', status: 'error' }),
  transfer({ title: 'failed with a word', phase: 'error', status: 'Error 404' }),
  transfer({ title: 'done', phase: 'done', status: '', endedAt: now - 20_000 }),
  transfer({ title: 'gone', phase: 'gone', status: '', endedAt: now - minute }),
];

const longTitle =
  'The.Complete.Recordings.of.an.Exceptionally.Long.Festival.With.Every.Encore.And.All.Of.The.Interviews.2160p.mkv';
export const longItems: readonly OutboxItem[] = [
  item({ title: longTitle, state: 'refused', msg: 'W'.repeat(140) }),
  item({
    title: longTitle,
    url: `https://downloads.example/${'x'.repeat(900)}`,
    folder: shortlist.recent[1] ?? movies,
  }),
  item({ title: 'محاضرة الفيزياء — الجزء الثاني (نسخة كاملة بدون اختصار مع الملاحق)', state: 'unsure' }),
];
export const longTransfers: readonly WatchedTransfer[] = [
  transfer({ title: longTitle }),
  transfer({ title: 'فيلم قصير عن البحر', bytesPerSecond: 1_250_000 }),
  transfer({
    title: longTitle,
    phase: 'done',
    status: '',
    folderName: 'A folder with quite a long name that does not fit anywhere at all',
    endedAt: now - 26 * 60 * minute,
  }),
];

export const manyItems: readonly OutboxItem[] = Array.from({ length: 1200 }, () =>
  item({ waiting: { reason: 'slots', until: null } }),
);
export const manyTransfers: readonly WatchedTransfer[] = Array.from({ length: 5 }, (_, index) =>
  transfer({ bytesDownloaded: 100_000_000 * (index + 1) }),
);
