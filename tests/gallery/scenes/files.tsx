/** `scripts/files.ts` operates these screens. */
import type { BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { FileDetailsAnswer, MessageRequest, Problem } from '../../../lib/protocol.ts';
import { defaults, type Settings } from '../../../lib/settings/settings.ts';
import { readUndoId } from '../../../lib/undo-id.ts';
import { accountAnswer, createFakePageApi, type Fake, fails, recordRequest } from '../fake-page-api.ts';
import { changePage, getPage, type PageState } from '../page-state.ts';
import { ended, job, oneJob, uncertainClones } from '../samples/bulk.ts';
import * as files from '../samples/files.ts';
import { account, now, shortlist } from '../samples/sample.ts';
import { manager, popup as popupOf, type Scene } from './scene.tsx';

export const details = (fileCode: string): FileDetailsAnswer => ({
  info: {
    found: true,
    fileCode,
    title: 'Big Buck Bunny trailer 0001',
    size: 734_003_200,
    length: 596,
    views: 1234,
    uploaded: '2026-11-19 18:03:00',
    lastView: '2026-11-20 09:12:00',
    folderId: '0',
    neverViewed: false,
    canPlay: fileCode !== 'code12',
    singleImage: 'https://pictures.example/0.jpg',
    splashImage: 'https://pictures.example/splash.jpg',
    protectedEmbed: 'https://files.example/e/prot3cted',
    protectedDownload: 'https://files.example/d/prot3cted',
  },
  status: 'Active',
  encoding: [],
  images: {
    fileCode,
    title: 'Big Buck Bunny trailer 0001',
    singleImage: 'https://pictures.example/0.jpg',
    thumbImage: 'https://pictures.example/thumb.jpg',
    splashImage: 'https://pictures.example/splash.jpg',
  },
});

const usualAnswers = {
  'files.details': ({ fileCode }: { fileCode: string }) => details(fileCode),
  'files.search': () => [],
  'folders.rename': ({ folderId, name }: MessageRequest<'folders.rename'>) => ({
    id: folderId,
    name,
    undo: [`name of ${folderId}`],
  }),
} as const;

interface Shown extends Omit<Partial<PageState>, 'settings'> {
  readonly hash?: string;
  readonly settings?: Partial<Settings>;
}

function at({ hash = '#files/11', settings, ...page }: Shown = {}, fake: Fake = usualAnswers): Scene {
  // Lets scripts change the catalog.
  const lose = (row: number) => {
    const { snapshot } = getPage();
    changePage({ snapshot: snapshot && files.without(snapshot, row) });
  };
  Object.assign(globalThis, { lose, readAll: () => changePage({ snapshot: files.usual }) });
  const services = {
    ...createFakePageApi(fake),
    copy: async (text: string) => void recordRequest('copy', text),
  };
  return manager({ ...page, settings: { ...defaults, ...settings } }, services, hash);
}

/** As with the background. */
const liveJobs: Pick<PageState, 'jobs' | 'failures'> = {
  jobs: [
    ended({ kind: 'clone', total: 12, done: 10, verified: 10, uncertain: 2, canUndo: false }),
    job({ canUndo: true }),
  ],
  failures: uncertainClones,
};
const change = (id: string, how: (job: BulkJob) => readonly BulkJob[]) => {
  changePage({ jobs: getPage().jobs.flatMap((each) => (each.id === id ? how(each) : each)) });
  return null;
};
const liveAnswers: Fake = {
  ...usualAnswers,
  'bulk.stop': ({ id }) => change(id, (each) => [{ ...each, state: 'stopped' }]),
  'bulk.resume': ({ id }) => change(id, (each) => [{ ...each, state: 'working' }]),
  'changes.undo': ({ ids }) => {
    const [id = ''] = ids.flatMap((each) => {
      const inverse = readUndoId(each);
      return inverse.kind === 'job' ? inverse.jobId : [];
    });
    change(id, (each) => [{ ...each, isUndone: true, canUndo: false }]);
    return { undo: ['undo'], kept: 0 };
  },
  'bulk.dismiss': ({ id }) => change(id, () => []),
  'bulk.decide': ({ id, fileCode }) => {
    const failures = getPage().failures.filter((each) => each.fileCode !== fileCode);
    changePage({ failures });
    return change(id, (each) => [{ ...each, uncertain: failures.length }]);
  },
};

/** No response until `recover` is called. The next poll shows the change. */
function outage(hash: string): Scene {
  let isDown = true;
  const silence: Problem = { code: 'network', msg: null };
  Object.assign(globalThis, {
    recover() {
      isDown = false;
    },
  });
  const fake: Fake = {
    ...usualAnswers,
    'uploads.poll': () => {
      if (isDown) return silence;
      changePage({ uploads: account([]) });
      return null;
    },
    'accounts.check': () => (isDown ? silence : accountAnswer()),
    'files.details': ({ fileCode }) => (isDown ? silence : details(fileCode)),
    'catalog.refresh': () => (isDown ? silence : null),
  };
  const uploads = account([], { pollFailure: { code: 'network', atMs: now } });
  return at({ hash, uploads }, fake);
}

const unviewed = '#files?sort=lastView&unviewed=30';

const reading = { phase: 'first', syncedAtMs: null, files: 12_345, folders: 340 } as const;

const popup = (snapshot: Snapshot | null, fake: Fake = usualAnswers, page: Partial<PageState> = {}): Scene =>
  popupOf({ snapshot, ...page }, fake);

export const filesScenes: Readonly<Record<string, () => Scene>> = {
  'manager-files': () => at(),
  'manager-files-all': () => at({ hash: '#files' }),
  'manager-files-root': () => at({ hash: '#files/0' }),
  'manager-files-grid': () => at({ hash: '#files', settings: { filesView: 'grid' } }),
  'manager-files-grid-root': () => at({ hash: '#files/11', settings: { filesView: 'grid' } }),
  'manager-files-shown': () => at({ snapshot: files.hugeAccount(1000), hash: '#files//code899' }),
  'manager-files-copies': () => at({ snapshot: files.copies, hash: '#files?duplicates=1' }),
  'manager-files-copies-all': () => at({ snapshot: files.copies, hash: '#files' }),
  'manager-files-copies-none': () => at({ snapshot: files.emptyAccount, hash: '#files?duplicates=1' }),
  'manager-files-to-delete': () =>
    at({ shortlist: { ...shortlist, toDelete: { id: '12', name: 'Lectures' } }, hash: '#files/12' }),
  'manager-files-jobs': () => at({ jobs: oneJob }),
  'manager-files-jobs-live': () => at(liveJobs, liveAnswers),
  'manager-files-jobs-next': () => {
    const rename = job({ kind: 'rename', folder: null, total: 1, done: 0 });
    const finished = { state: 'done', done: 1, verified: 1, endedAtMs: now, canUndo: true } as const;
    Object.assign(globalThis, {
      startJob: () => changePage({ jobs: [...getPage().jobs, rename] }),
      endJob: () => change(rename.id, (each) => [{ ...each, ...finished }]),
    });
    return at({ jobs: [ended({})] }, liveAnswers);
  },
  'manager-files-loading': () => at({ snapshot: null }),
  'manager-files-preview': () => at({ snapshot: null, preview: files.partial, hash: '#files' }),
  'manager-files-unavailable': () =>
    at({
      snapshot: null,
      catalogProblem: { code: 'storage-unavailable', msg: null, store: 'linkhaul-catalog' },
    }),
  'manager-files-damaged': () =>
    at({ snapshot: files.buildSnapshot([], [], { phase: 'complete', isDamaged: true }), hash: '#files' }),
  'manager-files-never': () =>
    at({ snapshot: files.buildSnapshot([], [], { phase: 'never', syncedAtMs: null }), hash: '#files' }),
  'manager-files-first': () =>
    at({
      snapshot: files.buildSnapshot(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        foldersLeft: 120,
      }),
      hash: '#files',
    }),
  'manager-files-first-stopped': () =>
    at({
      snapshot: files.buildSnapshot(files.manyFiles(3, ['0']), [], { ...reading, isStopped: true }),
      hash: '#files',
    }),
  'manager-files-first-offline': () =>
    at({
      snapshot: files.buildSnapshot([], [], { phase: 'never', syncedAtMs: null }),
      hash: '#files',
      isOnline: false,
    }),
  'manager-files-empty': () => at({ snapshot: files.emptyAccount, hash: '#files' }),
  'manager-files-folder-empty': () => at({ hash: '#files/32' }),
  'manager-files-folder-gone': () => at({ hash: '#files/999' }),
  'manager-files-search': () => at({ hash: '#files?q=bunny+tra' }),
  'manager-files-no-hit': () => at({ hash: '#files?q=nothing+like+this' }),
  'manager-files-filtered': () => at({ hash: '#files?from=2026-11-20&least=600&playable=1' }),
  'manager-files-no-match': () => at({ hash: '#files?from=2031-01-01' }),
  'manager-files-unviewed': () => at({ snapshot: files.viewed(3), hash: unviewed }),
  'manager-files-unviewed-waits': () =>
    at({
      snapshot: files.viewed(3, { isOneByOne: true, waitsUntilMs: now + 42 * 60_000 }),
      hash: unviewed,
    }),
  'manager-files-unviewed-stopped': () =>
    at({ snapshot: files.viewed(3, { isStopped: true }), hash: unviewed }),
  'manager-files-unviewed-read': () => at({ snapshot: files.viewed(null), hash: unviewed }),
  'manager-files-unviewed-custom': () =>
    at({
      snapshot: files.viewed(null),
      hash: '#files?unviewed=53&minviews=100&maxsize=3000000000&takedown=0',
    }),
  'manager-files-never-reported': () =>
    at({
      snapshot: files.buildSnapshot(
        files.manyFiles(9, ['0']).map((each) => ({ ...each, detailsReadAt: Math.floor(now / 1000) })),
        [],
      ),
      hash: '#files?sort=lastView',
    }),
  'manager-files-offline': () => at({ isOnline: false }),
  'manager-files-limited': () =>
    at({
      snapshot: files.buildSnapshot(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        problem: 'rate-limited',
      }),
      hash: '#files',
    }),
  'manager-files-service-error': () =>
    at(
      {
        snapshot: files.buildSnapshot(files.manyFiles(9, ['0']), [], { problem: 'invalid-response' }),
        hash: '#files/0/code1',
      },
      {
        ...usualAnswers,
        'files.details': fails('not-found', 'Not found or not your file'),
        'accounts.check': fails('timeout'),
        'folders.rename': fails('refused', 'No such folder'),
        'folders.create': fails('network'),
        'bulk.start': fails('unexpected'),
        'catalog.refresh': fails('invalid-response', '502 Bad Gateway'),
      },
    ),
  'manager-files-outage': () => outage('#files/11/code0'),
  'manager-embed-outage': () => outage('#embed/code0'),
  'manager-files-long': () => at({ snapshot: files.long, hash: '#files/22' }),
  'manager-files-long-details': () => at({ snapshot: files.long, hash: '#files/43/long2' }),
  'manager-files-details': () => at({ hash: '#files/11/code0' }),
  'manager-files-details-document': () => at({ hash: '#files/11/code12' }),
  'manager-files-details-asking': () =>
    at({ hash: '#files/11/code0' }, { ...usualAnswers, 'files.details': () => 'never' }),
  'manager-files-details-unknown': () =>
    at({ hash: '#files/11/elsewhere1' }, { ...usualAnswers, 'files.details': fails('timeout') }),
  'manager-files-huge': () => at({ snapshot: files.hugeAccount(100_000), hash: '#files' }),
  'manager-files-found': () =>
    at(
      { hash: '#files' },
      {
        ...usualAnswers,
        'files.search': ({ term }) =>
          [1, 2, 3].map((each) => ({
            ...files.file({
              fileCode: `beyond${each}`,
              title: `${term} beyond the catalog ${each}`,
              folderId: '12',
            }),
            image: null,
            download: `https://share.example/d/beyond${each}`,
          })),
      },
    ),
  'manager-files-search-failed': () =>
    at({ hash: '#files' }, { ...usualAnswers, 'files.search': fails('timeout') }),

  'popup-account': () => popup(files.usual),
  'popup-account-loading': () => popup(null),
  'popup-account-first': () =>
    popup(
      files.buildSnapshot(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        foldersLeft: 120,
        problem: 'rate-limited',
      }),
    ),
  'popup-account-empty': () => popup(files.emptyAccount),
  'popup-account-long': () => popup(files.long),
  'popup-account-jobs-live': () => popup(files.usual, liveAnswers, liveJobs),
  'popup-account-offline': () => popup(files.usual, usualAnswers, { isOnline: false }),
  'popup-account-service-error': () =>
    popup(files.buildSnapshot(files.manyFiles(9, ['0']), [], { problem: 'unauthorized' }), {
      'files.details': fails('timeout'),
      'accounts.check': fails('unauthorized', 'Wrong Auth'),
      'catalog.visit': fails('unexpected'),
      'folders.create': fails('unexpected'),
    }),
};
