/** A host with other capabilities than the document's. */
import { createArrange } from '../../../components/uploads/arrange-copies.ts';
import type { Accounts } from '../../../lib/accounts/account.ts';
import type { FileDetailsAnswer, ListedTakedown } from '../../../lib/protocol.ts';
import type { WatchedFile, WatchedFiles } from '../../../lib/uploads/tracking/encodings.ts';
import { accountAnswer, type Fake } from '../fake-page-api.ts';
import { changePage, getPage, type PageState } from '../page-state.ts';
import * as files from '../samples/files.ts';
import * as sample from '../samples/sample.ts';
import { manager, popup, type Scene } from './scene.tsx';

const accounts: Accounts = {
  list: [{ ...sample.demo, dialect: 'sibling' }, sample.studio],
  currentId: sample.demo.id,
};

const details = (fileCode: string): FileDetailsAnswer => ({
  info: {
    found: true,
    fileCode,
    title: 'Big Buck Bunny trailer 0001',
    size: null,
    length: 596,
    views: 1234,
    uploaded: '2026-11-19 18:03:00',
    lastView: '2026-11-20 09:12:00',
    neverViewed: false,
    folderId: '11',
    canPlay: true,
    singleImage: 'https://pictures.example/0.jpg',
    splashImage: 'https://pictures.example/splash.jpg',
    protectedEmbed: null,
    protectedDownload: null,
  },
  status: null,
  images: null,
  encoding: [],
});

const takedown = (fileCode: string, change: Partial<ListedTakedown>): ListedTakedown => ({
  fileCode,
  folderId: null,
  protectedDownload: null,
  protectedEmbed: null,
  reportedOn: null,
  disabledOn: null,
  deletesOn: null,
  deletesInSeconds: null,
  isNew: false,
  ...change,
});

const takedowns = [
  takedown('code0', { deletesOn: '2026-11-22 18:00:00', deletesInSeconds: 190_000, isNew: true }),
  takedown('code1', { deletesOn: '2026-11-18 18:00:00', deletesInSeconds: -150_000 }),
  takedown('code2', { deletesInSeconds: 5_400 }),
  takedown('gone1234', {}),
];

const answers: Fake = {
  'accounts.check': ({ accountId }) =>
    accountAnswer({
      account: accounts.list.find(({ id }) => id === accountId) ?? sample.demo,
      slots: { totalSlots: null, usedSlots: null, freeSlots: 2 },
    }),
  'takedowns.list': ({ hours }) => (hours === 24 ? takedowns.slice(0, 1) : takedowns),
  'files.details': ({ fileCode }) => details(fileCode),
  'files.search': () => [],
  'folders.move': () => ({ undo: ['back'] }),
  'reports.read': () => ({ days: [], serverTime: null }),
};

/** As in listings, without sizes. */
const snapshot = files.buildSnapshot(
  files.manyFiles(24, ['11', '11', '0', '12', '21']).map((file) => ({ ...file, size: null })),
  [...files.usual.folders.values()],
);

function at(hash: string, change: Partial<PageState> = {}): Scene {
  // Lets tests change the catalog.
  const lose = (row: number) => {
    const shown = getPage().snapshot;
    changePage({ snapshot: shown && files.without(shown, row) });
  };
  Object.assign(globalThis, { lose });
  return manager({ accounts, snapshot, ...change }, answers, hash);
}

const inPercent = { bytesDone: null, bytesTotal: null, bytesPerSecond: null, sampledAtMs: sample.now };

const watched: WatchedFile = {
  sinceMs: sample.now,
  misses: 0,
  parts: [
    { quality: 'n', status: 'ENCODING', percent: 43 },
    { quality: 'h', status: 'PENDING', percent: 0 },
  ],
};
const encodings: WatchedFiles = {
  encoding: watched,
  begins: { sinceMs: sample.now, misses: 0, parts: [{ quality: null, status: 'QUEUE', percent: null }] },
};

const arrived = { state: 'done', endedAtMs: sample.now - 60_000, arrivedAtMs: sample.now - 60_000 } as const;

const view = sample.account(
  [
    sample.transfer({ title: 'in percent' }),
    sample.transfer({ title: 'just begun' }),
    sample.transfer({ title: 'being encoded', ...arrived, fileCode: 'encoding' }),
    sample.transfer({ title: 'about to be encoded', ...arrived, fileCode: 'begins' }),
    sample.transfer({
      title: 'not encoded',
      ...arrived,
      failure: { code: 'encoding-failed', msg: 'ERROR: codec not supported' },
    }),
    ...sample.busy.slice(-2),
  ],
  { encodings: { [sample.demo.id]: encodings } },
  { 'in percent': { ...inPercent, percent: 64 }, 'just begun': { ...inPercent, percent: 0 } },
);

const uploads = { ...view, arrange: createArrange(view, [], accounts.list) };

export const capabilityScenes: Readonly<Record<string, () => Scene>> = {
  'manager-sibling-files': () => at('#files/11'),
  'manager-sibling-details': () => at('#files/11/code0'),
  'manager-sibling-encoding': () => {
    // Lets tests end the encoding.
    Object.assign(globalThis, { endEncoding: () => changePage({ encodings: {} }) });
    return at('#files/11/code0', { encodings: { code0: watched } });
  },
  'manager-sibling-account': () => at('#account'),
  'manager-sibling-takedowns': () => at('#takedowns'),
  'manager-sibling-embed': () => at('#embed/code0'),
  'manager-sibling-reports': () => at('#reports'),
  'popup-sibling': () => popup({ accounts, snapshot, uploads }, answers),
  'popup-sibling-stale': () =>
    popup(
      {
        accounts,
        snapshot,
        uploads: { ...uploads, pollFailure: { code: 'network', atMs: sample.now - 60_000 } },
      },
      answers,
    ),
};
