/** The Files screens in every state that is drawn on purpose; what is done in them is in `scripts/files.ts`. */
import { useState } from 'preact/hooks';
import { FilesManager, type FilesViewProps } from '../../../components/files/FilesManager.tsx';
import { PopupFiles as FilesTab, type FilesTabProps } from '../../../components/popup/PopupFiles.tsx';
import type { AccountUploads } from '../../../components/uploads/upload-items.ts';
import type { BulkFailure, BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { FileDetailsAnswer, MessageRequest, Problem } from '../../../lib/protocol.ts';
import { defaults, type Settings } from '../../../lib/settings/settings.ts';
import {
  accountAnswer,
  createFakePageApi,
  createFakeServices,
  type Fake,
  fails,
  recordRequest,
} from '../fake-page-api.ts';
import { ended, job, oneJob, uncertainClones } from '../samples/bulk.ts';
import * as files from '../samples/files.ts';
import { account, now, shortlist } from '../samples/sample.ts';
import { manager } from './batch.tsx';
import { popup as popupOf, type Scene } from './scene.tsx';

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
    canPlay: true,
    singleImage: 'https://pictures.example/0.jpg',
    splashImage: 'https://pictures.example/splash.jpg',
    protectedEmbed: 'https://files.example/e/prot3cted',
    protectedDownload: 'https://files.example/d/prot3cted',
  },
  status: 'Active',
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
  'folders.rename': ({ folderId, name }: MessageRequest<'folders.rename'>) => ({ id: folderId, name }),
  'bulk.start': () => ({ id: 'job' }),
} as const;

const noJobs: readonly BulkJob[] = [];
const work = (jobs: readonly BulkJob[]) => ({
  shortlist,
  isPrivate: false,
  takedowns: { checkedAtMs: 1, firstSeenAtMs: { code1: null, code3: 0 } },
  useJobs: () => jobs,
  readFailures: (): Promise<readonly BulkFailure[]> => Promise.resolve([]),
});

interface Shown {
  readonly snapshot?: Snapshot | null;
  readonly preview?: Snapshot | null;
  readonly hash?: string;
  readonly settings?: Partial<Settings>;
  readonly catalogProblem?: Problem | null;
  readonly isOnline?: boolean;
  readonly jobs?: readonly BulkJob[];
  readonly uploads?: AccountUploads;
  /** In the place of `jobs`, where they change. */
  readonly work?: ReturnType<typeof work>;
}

/** The manager at an address; going elsewhere in it changes the address as in a browser. */
function Placed({
  snapshot = files.usual,
  preview = null,
  catalogProblem = null,
  hash: first = '#files/11',
  settings = {},
  isOnline = true,
  jobs = noJobs,
  uploads = account([]),
  work: given = work(jobs),
}: Shown) {
  const [hash, navigate] = useState(first);
  const [Files] = useState(() => (props: FilesViewProps) => {
    const [catalog, setCatalog] = useState(snapshot);
    const lose = (row: number) => setCatalog((known) => known && files.without(known, row));
    const readAll = () => setCatalog(files.usual);
    Object.assign(globalThis, { lose, readAll, hash: props.hash });
    return (
      <FilesManager
        {...props}
        useCatalog={() => catalog}
        preview={preview}
        catalogProblem={catalogProblem}
        addresses={files.addresses}
        settings={{ ...defaults, ...settings }}
        {...given}
      />
    );
  });
  const onOpen = (address: string, isBackground = false) =>
    void recordRequest(isBackground ? 'open in background' : 'open', address);
  return manager({ view: 'files', uploads, isOnline, hash, navigate, Files, onOpen }).content;
}

const at = (shown: Shown = {}, fake: Fake = usualAnswers): Scene => ({
  services: { ...createFakePageApi(fake), copy: async (text) => void recordRequest('copy', text) },
  content: <Placed {...shown} />,
});

/** Work on files that does what it is told, as the background would have it. */
function liveJobs() {
  let draw = () => {};
  let uncertain = uncertainClones;
  let jobs: readonly BulkJob[] = [
    ended({ kind: 'clone', total: 12, done: 10, verified: 10, uncertain: 2, canUndo: false }),
    job({ canUndo: true }),
  ];
  const change = (id: string, how: (job: BulkJob) => readonly BulkJob[]) => {
    jobs = jobs.flatMap((each) => (each.id === id ? how(each) : each));
    draw();
    return null;
  };
  const live = {
    ...work(noJobs),
    useJobs: () => {
      const [shown, setShown] = useState(jobs);
      draw = () => setShown(jobs);
      return shown;
    },
    readFailures: async () => uncertain,
  };
  const fake = createFakeServices({
    ...usualAnswers,
    'bulk.stop': ({ id }) => change(id, (each) => [{ ...each, state: 'stopped' }]),
    'bulk.resume': ({ id }) => change(id, (each) => [{ ...each, state: 'working' }]),
    'bulk.undo': ({ id }) => {
      change(id, (each) => [{ ...each, undone: true, canUndo: false }]);
      return { id: 'undo' };
    },
    'bulk.dismiss': ({ id }) => change(id, () => []),
    'bulk.decide': ({ id, fileCode }) => {
      uncertain = uncertain.filter((each) => each.fileCode !== fileCode);
      return change(id, (each) => [{ ...each, uncertain: uncertain.length }]);
    },
  });
  return { work: live, fake };
}

/** A service that gives no answer until `recover` is called; the first poll after that shows it. */
function outage(): Scene {
  let isDown = true;
  let draw = (_isDown: boolean) => {};
  const silence: Problem = { code: 'network', msg: null };
  Object.assign(globalThis, {
    recover() {
      isDown = false;
    },
  });
  const fake = createFakeServices({
    ...usualAnswers,
    'uploads.poll': () => {
      if (isDown) return silence;
      draw(false);
      return null;
    },
    'accounts.check': () => (isDown ? silence : accountAnswer()),
    'files.details': ({ fileCode }) => (isDown ? silence : details(fileCode)),
    'catalog.refresh': () => (isDown ? silence : null),
  });
  function Live() {
    const [wasDown, setDown] = useState(true);
    draw = setDown;
    const pollFailure = wasDown ? ({ code: 'network', atMs: now } as const) : null;
    return <Placed hash="#files/11/code0" uploads={account([], { pollFailure })} />;
  }
  return { services: fake, content: <Live /> };
}

const reading = { phase: 'first', syncedAt: null, files: 12_345, folders: 340 } as const;

export const filesTab =
  (snapshot: Snapshot | null, given = work(noJobs)) =>
  (props: FilesTabProps) => (
    <FilesTab
      onPanel={null}
      {...props}
      useCatalog={() => snapshot}
      catalogProblem={null}
      addresses={files.addresses}
      settings={defaults}
      {...given}
    />
  );

const popup = (
  snapshot: Snapshot | null,
  fake: Fake = usualAnswers,
  isOnline = true,
  given = work(noJobs),
): Scene => popupOf({ isOnline, Files: filesTab(snapshot, given) }, fake);

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
    at({
      work: { ...work(noJobs), shortlist: { ...shortlist, toDelete: { id: '12', name: 'Lectures' } } },
      hash: '#files/12',
    }),
  'manager-files-jobs': () => at({ jobs: oneJob }),
  'manager-files-jobs-live': () => {
    const { work, fake } = liveJobs();
    return at({ work }, fake);
  },
  'manager-files-loading': () => at({ snapshot: null }),
  'manager-files-preview': () => at({ snapshot: null, preview: files.partial, hash: '#files' }),
  'manager-files-unavailable': () =>
    at({
      snapshot: null,
      catalogProblem: { code: 'storage-unavailable', msg: null, store: 'linkhaul-catalog' },
    }),
  'manager-files-damaged': () =>
    at({ snapshot: files.snapshotOf([], [], { phase: 'complete', isDamaged: true }), hash: '#files' }),
  'manager-files-never': () =>
    at({ snapshot: files.snapshotOf([], [], { phase: 'never', syncedAt: null }), hash: '#files' }),
  'manager-files-first': () =>
    at({
      snapshot: files.snapshotOf(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        foldersLeft: 120,
      }),
      hash: '#files',
    }),
  'manager-files-first-stopped': () =>
    at({
      snapshot: files.snapshotOf(files.manyFiles(3, ['0']), [], { ...reading, isStopped: true }),
      hash: '#files',
    }),
  'manager-files-first-offline': () =>
    at({
      snapshot: files.snapshotOf([], [], { phase: 'never', syncedAt: null }),
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
  'manager-files-offline': () => at({ isOnline: false }),
  'manager-files-limited': () =>
    at({
      snapshot: files.snapshotOf(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        problem: 'rate-limited',
      }),
      hash: '#files',
    }),
  'manager-files-service-error': () =>
    at(
      {
        snapshot: files.snapshotOf(files.manyFiles(9, ['0']), [], { problem: 'invalid-response' }),
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
  'manager-files-outage': outage,
  'manager-files-long': () => at({ snapshot: files.long, hash: '#files/22' }),
  'manager-files-long-details': () => at({ snapshot: files.long, hash: '#files/43/long2' }),
  'manager-files-details': () => at({ hash: '#files/11/code0' }),
  'manager-files-details-asking': () =>
    at({ hash: '#files/11/code0' }, { ...usualAnswers, 'files.details': () => 'never' }),
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
      files.snapshotOf(files.manyFiles(40, ['0']), [], {
        ...reading,
        filesExpected: 100_000,
        foldersLeft: 120,
        problem: 'rate-limited',
      }),
    ),
  'popup-account-empty': () => popup(files.emptyAccount),
  'popup-account-long': () => popup(files.long),
  'popup-account-jobs-live': () => {
    const { work, fake } = liveJobs();
    return popup(files.usual, fake, true, work);
  },
  'popup-account-offline': () => popup(files.usual, usualAnswers, false),
  'popup-account-service-error': () =>
    popup(files.snapshotOf(files.manyFiles(9, ['0']), [], { problem: 'unauthorized' }), {
      'files.details': fails('timeout'),
      'accounts.check': fails('unauthorized', 'Wrong Auth'),
      'catalog.visit': fails('unexpected'),
      'folders.create': fails('unexpected'),
    }),
};
