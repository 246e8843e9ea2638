import { createArrange } from '../../../components/uploads/arrange-copies.ts';
import type { Account, Accounts } from '../../../lib/accounts/account.ts';
import type { AccountBackoff, BackoffReason } from '../../../lib/accounts/account-backoff.ts';
import type { FolderRef, FolderShortlist } from '../../../lib/folders/folder.ts';
import type { Rule } from '../../../lib/links/rules.ts';
import { sourceFailures } from '../../../lib/uploads/source-fetch.ts';
import type { Progress } from '../../../lib/uploads/tracking/progress.ts';
import {
  createUpload,
  type Reroute,
  type Uncertainty,
  type Upload,
  type UploadFailureCode,
  type Wait,
} from '../../../lib/uploads/upload.ts';
import type { AccountUploads } from '../../../lib/uploads/upload-items.ts';
import { addWaits } from '../../../lib/uploads/waits.ts';

export const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const minute = 60_000;

export const demo: Account = {
  id: 'a1',
  baseUrl: 'https://files.example',
  email: 'demo@files.example',
  addedAt: now - 90 * minute,
};
export const studio: Account = {
  id: 'a2',
  baseUrl: 'https://media.example.org:8443/host',
  email: 'a.very.long.mailbox.name.of.the.studio@media.example.org',
  addedAt: now - 50 * minute,
};

export const noAccount: Accounts = { list: [], currentId: null };
export const oneAccount: Accounts = { list: [demo], currentId: demo.id };
export const twoAccounts: Accounts = { list: [demo, studio], currentId: demo.id };
export const unencrypted: Accounts = {
  list: [{ ...demo, baseUrl: 'http://files.example' }, studio],
  currentId: demo.id,
};

/** Most of the first account's files are on another host. */
export const pagesMoved: Accounts = {
  list: [
    {
      ...demo,
      pages: { download: { base: 'https://watch.example', form: '/d/CODE' } },
      newPages: {
        pages: { download: { base: 'https://new-watch.example', form: '/d/CODE' } },
        isDismissed: false,
      },
    },
    studio,
  ],
  currentId: demo.id,
};

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

let uploadCount = 0;

export function upload(change: Partial<Upload> = {}): Upload {
  uploadCount += 1;
  const url = change.url ?? `https://downloads.example/films/film-${uploadCount}.mkv`;
  const given = {
    id: `upload-${uploadCount}`,
    accountId: demo.id,
    url,
    addressKey: url,
    title: null,
    folder: movies,
  };
  return {
    ...createUpload({ ...given, source: 'link', private: false, order: uploadCount }, now - 5 * minute),
    changedAtMs: now - minute,
    ...change,
  };
}

const wait = (reason: Wait['reason'], untilMs: number | null = null): Partial<Upload> => ({
  wait: { reason, untilMs: untilMs === null ? null : now + untilMs },
});
const refused = (code: UploadFailureCode, msg: string | null = null): Partial<Upload> => ({
  state: 'refused',
  failure: { code, msg },
});
export const transfer = (change: Partial<Upload> = {}): Upload =>
  upload({ state: 'running', fileCode: `code${uploadCount + 1}`, claim: 'answer', ...change });
/** `agoMs`: since it ended. */
const ended = (state: 'done' | 'vanished', agoMs: number): Partial<Upload> => ({
  state,
  order: agoMs - now,
  endedAtMs: now - agoMs,
  arrivedAtMs: state === 'done' ? now - agoMs : null,
});
const uncertain = (change: Partial<Uncertainty> = {}): Partial<Upload> => ({
  state: 'uncertain',
  uncertainty: {
    cause: 'no-answer',
    sinceMs: now - minute,
    unconfirmedAtMs: null,
    checks: 1,
    nextCheckAtMs: null,
    ...change,
  },
});

const mebibyte = 1024 * 1024;
export const measured: Progress = {
  bytesDone: 450 * mebibyte,
  bytesTotal: 700 * mebibyte,
  bytesPerSecond: 6_400_000,
  sampledAtMs: now,
};
const ofLinks: readonly string[] = ['slots', 'quota'];
const ofAccount: readonly string[] = [...ofLinks, 'network', 'rate-limited', 'account', 'permission'];

/** Null unless a link waits for it. */
function backoffOf(uploads: readonly Upload[]): AccountBackoff | null {
  const waits = uploads.flatMap(({ source, wait }) => (source === 'link' && wait ? wait : []));
  const [first] = waits;
  if (first === undefined || waits.some(({ reason }) => reason !== first.reason)) return null;
  if (!ofAccount.includes(first.reason)) return null;
  return {
    accountId: demo.id,
    reason: first.reason as BackoffReason,
    untilMs: first.untilMs,
    sinceMs: now,
    failures: 1,
    failure: null,
    isForLinksOnly: ofLinks.includes(first.reason),
  };
}

/** Running transfers have the same progress, except those in `special`, by title. */
export function account(
  uploads: readonly Upload[],
  change: Partial<AccountUploads> = {},
  special: Readonly<Record<string, Progress | null>> = {},
): AccountUploads {
  const progress = uploads.flatMap(({ id, state, title }) => {
    const found = special[title ?? ''];
    return state === 'running' && found !== null ? [[id, found ?? measured] as const] : [];
  });
  return {
    accountId: demo.id,
    uploads: addWaits(uploads, [], change.isPaused ?? false),
    backoff: backoffOf(uploads),
    progress: Object.fromEntries(progress),
    encodings: {},
    isPaused: false,
    pollFailure: null,
    ...change,
  };
}

const arrivedFile = (name: string) => ({
  sizeBytes: 446_000_000,
  imageUrl: `https://pictures.example/${name}.jpg`,
});

export const firstFile: Partial<Upload> = { ...ended('done', 0), ...arrivedFile('big-buck-bunny') };

export const busy: readonly Upload[] = [
  upload({ title: 'sintel-trailer', ...wait('slots') }),
  upload({ title: 'cosmos-laundromat', ...wait('slots') }),
  upload({ title: 'holiday.mkv', ...refused('refused', 'Not allowed') }),
  upload({ title: 'lecture-07', ...uncertain() }),
  transfer({ title: 'big-buck-bunny' }),
  transfer({ title: 'elephants-dream', ...ended('done', 2 * minute), ...arrivedFile('elephants-dream') }),
  transfer({ title: 'spring', folder: { id: '0', name: '' }, ...ended('done', 70 * minute) }),
];

/** Yesterday's failures and files, and current uploads. */
export const earlier: readonly Upload[] = [
  ...['one', 'two', 'three', 'four'].map((title) =>
    upload({
      title: `failed yesterday ${title}`,
      ...refused('refused'),
      changedAtMs: now - 26 * 60 * minute,
    }),
  ),
  transfer({ title: 'arrived yesterday', ...ended('done', 27 * 60 * minute) }),
  ...busy,
];

const season = { id: 'season', size: 40 };
const episode = (at: number) => `Episode ${at + 1}`;
/** Sent together and in progress. */
export const together: readonly Upload[] = [
  ...Array.from({ length: 12 }, (_, at) =>
    transfer({ title: episode(at), batch: season, ...ended('done', minute) }),
  ),
  transfer({
    title: episode(12),
    batch: season,
    state: 'failed',
    failure: { code: 'transfer-failed', msg: 'Error 404' },
  }),
  ...[13, 14].map((at) => transfer({ title: episode(at), batch: season })),
  ...Array.from({ length: 25 }, (_, at) => upload({ title: episode(15 + at), batch: season })),
  upload({ title: 'another one' }),
];

const library = { id: 'library', size: 12_000 };
/** Sent together, and more than a page reads. */
export const tooMany = (): AccountUploads =>
  account(
    [
      transfer({ title: episode(0), batch: library }),
      ...Array.from({ length: 4 }, (_, at) => upload({ title: episode(1 + at), batch: library })),
    ],
    { unread: new Map([[library.id, 11_500]]) },
  );

/** Sent to both accounts, or moved from one to the other. */
export const copies: AccountUploads = (() => {
  const copy = (accountId: string, linkId: string, change: Partial<Upload>) =>
    transfer({ accountId, linkId, ...change });
  const left = (reason: Reroute['reason'], msg: string | null): Partial<Upload> => ({
    accountId: studio.id,
    formerAccountIds: [demo.id],
    reroute: { reason, msg, atMs: now - minute },
  });
  const uploads = [
    copy(demo.id, 'l1', { title: 'big-buck-bunny' }),
    copy(demo.id, 'l2', { title: 'elephants-dream', ...ended('done', 2 * minute) }),
    copy(demo.id, 'l3', { title: 'فيلم قصير عن البحر', ...ended('done', 3 * minute) }),
    transfer({ title: 'cosmos-laundromat', ...left('full', 'The queue is full, try again later') }),
    upload({ title: 'agent-327', fileCode: null, ...left('user', null), ...wait('slots') }),
    transfer({ title: 'spring', ...left('failed', null), ...ended('done', 9 * minute) }),
  ];
  const others = [
    copy(studio.id, 'l1', { title: 'big-buck-bunny', ...wait('slots'), state: 'queued', fileCode: null }),
    copy(studio.id, 'l2', { title: 'elephants-dream', fileCode: null, ...refused('refused', 'Not allowed') }),
    copy(studio.id, 'l3', { title: 'فيلم قصير عن البحر', ...ended('done', minute) }),
  ];
  const view = account(uploads);
  return { ...view, arrange: createArrange(view, others, twoAccounts.list) };
})();

const unreported = { misses: 3, nextAtMs: now + 15_000, unreportedSinceMs: now - 2 * minute };

/** Three that failed for one reason, three refused for another, and a single one. */
export const causes: readonly Upload[] = [
  ...['Part 1: The long road to the sea', 'Part 2: Harbour lights', 'Part 3: The crossing'].map((title) =>
    transfer({ title, state: 'failed', failure: { code: 'transfer-failed', msg: null } }),
  ),
  ...['agent-327.mkv', 'caminandes.webm', 'charge.mp4', 'sprite-fright.mp4'].map((title) =>
    upload({ title, ...refused('refused', 'Not allowed') }),
  ),
  upload({ title: 'lecture-07', ...uncertain() }),
  transfer({ title: 'spring', ...ended('done', 70 * minute) }),
];

export const everyState: AccountUploads = account(
  [
    upload({ title: 'being sent', state: 'sending' }),
    upload({ title: 'waits its turn' }),
    upload({ title: 'waits for its title', ...wait('title', 3_000) }),
    upload({ title: 'waits for slots', ...wait('slots') }),
    upload({ title: 'waits for the network', ...wait('network', 42_000) }),
    upload({ title: 'waits for the limit', ...wait('rate-limited', 3_000) }),
    upload({ title: 'waits for the quota', ...wait('quota', 50 * minute) }),
    upload({ title: 'waits for the service', ...wait('service', 2 * minute), state: 'deferred' }),
    upload({ title: 'waits for the key', ...wait('account') }),
    upload({ title: 'waits for access', ...wait('permission') }),
    upload({ title: 'waits for the user', ...wait('paused') }),
    upload({
      title: 'refused at length',
      ...refused(
        'refused',
        'This source is not supported on your plan; please contact the operator, quoting the address of the file and the time of your request.',
      ),
    }),
    upload({ title: 'refused silently', ...refused('refused') }),
    upload({ title: 'counted as another one', ...refused('same-file') }),
    upload({ title: 'for signed-in users', source: 'file', ...refused('needs-session') }),
    upload({ title: 'never taken', attempts: 6, ...refused('too-many-attempts') }),
    upload({ title: 'its folder is gone', ...refused('folder-gone') }),
    upload({ title: 'folder gone', ...refused('folder-gone'), folder: { id: '9', name: 'Old films' } }),
    upload({ title: 'uncertain', ...uncertain({ checks: 3 }) }),
    upload({
      title: 'uncertain whose',
      ...uncertain({ cause: 'already-queued', nextCheckAtMs: now + 20_000 }),
    }),
    transfer({ title: 'working' }),
    transfer({ title: 'working, total unknown' }),
    transfer({ title: 'working, nothing known' }),
    transfer({ title: 'pending', state: 'accepted' }),
    transfer({ title: 'started elsewhere', source: 'external', claim: null }),
    transfer({ title: 'unknown state', unknownStatus: 'Queued for transcoding' }),
    transfer({ title: 'verifying', state: 'verifying' }),
    transfer({ title: 'not reported', state: 'accepted', verification: unreported }),
    transfer({ title: 'failed', state: 'failed', failure: { code: 'transfer-failed', msg: null } }),
    transfer({
      title: 'failed with a reason',
      state: 'failed',
      failure: { code: 'transfer-failed', msg: 'Error 404' },
    }),
    transfer({ title: 'done', ...ended('done', 20_000) }),
    transfer({ title: 'vanished', ...ended('vanished', minute) }),
    transfer({
      title: 'never shown',
      ...ended('vanished', minute),
      failure: { code: 'never-shown', msg: null },
    }),
    transfer({ title: 'checked again', ...ended('vanished', minute), state: 'verifying' }),
  ],
  {},
  {
    'working, total unknown': { ...measured, bytesTotal: null, bytesPerSecond: 820_000 },
    'working, nothing known': null,
  },
);

const fetched = (title: string, change: Partial<Upload>): Upload =>
  upload({ title, source: 'file', via: 'browser', url: 'https://members.example/film', ...change });
/** In both phases and with each failure. */
export const throughBrowser: AccountUploads = account(
  [
    fetched('being fetched.mp4', {}),
    fetched('being sent.mp4', { state: 'sending' }),
    fetched('waits for its turn', {}),
    fetched('waits for the site', wait('source', 42_000)),
    fetched('waits for a slow site', wait('slow', 42_000)),
    fetched('came from elsewhere', { state: 'sending', fetchedFrom: 'cdn.example' }),
    fetched('kept in part', refused('incomplete', '10/1000000')),
    ...sourceFailures.map((kind) =>
      fetched(
        `refused: ${kind}`,
        refused(
          `source.${kind}`,
          {
            error: '418',
            uploadHost: 'https://up.example/1',
            disk: 'InvalidStateError',
            redirect: 'https://cdn.example',
            site: 'https://cdn.example',
            local: 'http://192.168.0.1',
          }[kind as string] ?? null,
        ),
      ),
    ),
  ],
  {},
);
const parts = throughBrowser.uploads.slice(0, 2).map(({ id }) => [id, measured] as const);
Object.assign(throughBrowser, { progress: Object.fromEntries(parts) });

export const duplicates: readonly Upload[] = [
  transfer({ title: 'taken twice', duplicates: [{ fileCode: 'duplicate1', isTransfer: true }] }),
  transfer({
    title: 'arrived twice',
    duplicates: [{ fileCode: 'duplicate2', isTransfer: false }],
    ...ended('done', minute),
  }),
];

const longTitle =
  'The.Complete.Recordings.of.an.Exceptionally.Long.Festival.With.Every.Encore.And.All.Of.The.Interviews.2160p.mkv';
export const long: readonly Upload[] = [
  upload({ title: longTitle, ...refused('refused', 'W'.repeat(140)) }),
  upload({
    title: longTitle,
    url: `https://downloads.example/${'x'.repeat(900)}`,
    folder: shortlist.recent[1] ?? movies,
  }),
  upload({ title: 'محاضرة الفيزياء — الجزء الثاني (نسخة كاملة بدون اختصار مع الملاحق)', ...uncertain() }),
  transfer({ title: longTitle }),
  transfer({ title: 'فيلم قصير عن البحر' }),
  transfer({
    title: longTitle,
    folder: { id: '22', name: 'A folder with quite a long name that does not fit anywhere at all' },
    ...ended('done', 26 * 60 * minute),
  }),
];

/** One is dismissed with one click, one stays. */
export const longNames: readonly Upload[] = [
  upload({ title: 'A rather long title of a film that does not fit into a line.mkv', ...refused('refused') }),
  transfer({ title: 'another' }),
];

export const waiting = (reason: Wait['reason'], ...titles: readonly string[]): readonly Upload[] =>
  titles.map((title) => upload({ title, ...wait(reason) }));
export const manyWaiting: readonly Upload[] = Array.from({ length: 1200 }, () => upload(wait('slots')));
export const many: readonly Upload[] = [...manyWaiting, ...Array.from({ length: 5 }, () => transfer())];

/** Waiting, with a stored handle, and to be chosen again. */
export const ownFiles = [
  upload({ source: 'file', url: '', title: 'holiday 2026.mp4', sizeBytes: 1_200_000_000 }),
  upload({ source: 'file', url: '', title: 'lecture 07.webm', sizeBytes: 300_000_000 }),
  upload({
    source: 'file',
    url: '',
    title: 'a rather long name of a file from a folder that was dropped.mkv',
  }),
  upload({
    source: 'file',
    url: '',
    title: 'waits for access.mp4',
    ...refused('source.uploadHost', 'https://storage-eu-12.uploads.files.example'),
  }),
] as const;

const rule = (id: string, change: Partial<Rule>): Rule => ({
  id,
  accountId: demo.id,
  host: 'downloads.example',
  kind: null,
  folder: { id: '11', name: 'Movies' },
  titlePattern: null,
  isFolderGone: false,
  ...change,
});

export const rules: readonly Rule[] = [
  rule('1', { kind: 'video', titlePattern: '{site}: {title}' }),
  rule('2', { host: 'media.festival.example', kind: 'audio', folder: { id: '12', name: 'Lectures' } }),
  rule('3', { folder: { id: '13', name: 'Old things' }, isFolderGone: true }),
  rule('4', { host: `${'a-very-long-name-'.repeat(5)}.example`, folder: { id: '0', name: '' } }),
];

/** For the other account, and for a removed one. */
export const rulesOfOthers: readonly Rule[] = [
  ...rules.map((each) => ({ ...each, accountId: studio.id, isForAll: true })),
  rule('9', { accountId: 'removed', host: 'gone.example', isForAll: true }),
];

/** One of the other accounts was removed. */
export const rulesWithOthers: readonly Rule[] = [
  rule('5', {
    also: [{ accountId: studio.id, folder: { id: '12', name: 'Lectures' } }],
    fallbacks: [{ accountId: 'removed', folder: { id: '0', name: '' } }],
  }),
  rule('6', {
    host: '',
    fallbacks: [{ accountId: studio.id, folder: { id: '99', name: 'Old things' }, isFolderGone: true }],
  }),
];

const sources = [
  'downloads.example/sample.webm',
  'mirror.example/sample.webm',
  ...[1, 2, 3, 4, 5, 6, 7].map(
    (part) => `a.very.long.name.of.a.host.example/courses/2026/recordings/session-${part}/sample.webm`,
  ),
  ...[8, 9].map((id) => `a.very.long.name.of.a.host.example/courses/2026/sample.webm?recording=${id}`),
];

export const sameTitles: readonly Upload[] = sources.map((address) => upload({ url: `https://${address}` }));
