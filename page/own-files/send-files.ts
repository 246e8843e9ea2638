/** Uploads local files in a document that outlives this page (Chrome), or in the page itself. */
import { browser } from 'wxt/browser';
import { afterPaint } from '../../lib/timing/after-paint.ts';
import type { Destination } from '../../lib/uploads/add-uploads.ts';
import { chosenHandles } from '../../lib/uploads/chosen-handles.ts';
import { sendableStates } from '../../lib/uploads/file-sender.ts';
import {
  choiceLockName,
  createFileKey,
  describeFile,
  fileLockName,
  isResumable,
  queryHeldLocks,
} from '../../lib/uploads/local-file.ts';
import { readUploads } from '../../lib/uploads/read-uploads.ts';
import { createFileHandles } from '../../lib/uploads/storage/file-handles.ts';
import { createUploadsDatabase } from '../../lib/uploads/storage/uploads-database.ts';
import { readAllSettings } from '../all-settings.ts';
import { useStored } from '../hooks.ts';
import { listenToChanges } from '../live.ts';
import { send } from '../send.ts';
import {
  type FromSender,
  fromSenderChannel,
  type ToSender,
  toSenderChannel,
  type UploadFile,
} from './file-channel.ts';
import { createPageSender } from './page-sender.ts';
import { openSenderDocument } from './sender-document.ts';

interface SentFiles {
  /** Added to the queue or continued. */
  readonly queued: number;
  readonly ids: readonly string[];
  /** Already in progress or in the account. */
  readonly duplicates: readonly File[];
  /** With the same title as a file in the folder. */
  readonly sameTitle: readonly File[];
  /** They only continue while this page is open. */
  readonly needsPage: boolean;
}

export type SendFiles = (files: readonly File[], to: Destination, anyway: boolean) => Promise<SentFiles>;

const replyTimeoutMs = 2_000;
const maxAttempts = 3;

const { local, session } = browser.storage;
const uploads = createUploadsDatabase();
const handles = createFileHandles();

interface FilesSender {
  readonly needsPage: boolean;
  open(): Promise<void>;
  take(files: readonly UploadFile[]): Promise<void>;
  setMaxConcurrent(count: number): void;
}
const sender: FilesSender = import.meta.env.CHROME ? createOffscreenSender() : createLocalSender();

/** Files are only sent while their page is open. */
export const { needsPage } = sender;

/** Handles are optional, so errors don't prevent sending. */
const report = (error: unknown) => console.warn('A file handle could not be used.', error);

/** Of uploads that ended while no page was open. */
async function removeStaleHandles(): Promise<void> {
  const views = await Promise.all(
    Array.from(await handles.accountIds(), (id) => readUploads({ database: uploads, local, session }, id)),
  );
  const stored = views.flatMap((view) => view.uploads);
  const kept = new Set(stored.filter(({ state }) => sendableStates.has(state)).map(({ id }) => id));
  for (const id of await handles.ids()) if (!kept.has(id)) await handles.delete(id);
}
afterPaint(() => removeStaleHandles().catch(report));

const noHandles: ReadonlySet<string> = new Set();

/** Their files can still be opened with `openFile`. */
export const useHandleIds = () => useStored(handles.ids, 'uploads') ?? noHandles;
export const openFile = handles.open;

const applyMaxConcurrent = async () => sender.setMaxConcurrent((await readAllSettings()).filesAtOnce);
listenToChanges((topics) => {
  if (topics.includes('settings')) void applyMaxConcurrent();
});

/** The lock covers the time between storing the records and locking their files. */
export const sendFiles: SendFiles = (files, to, anyway) =>
  navigator.locks.request(choiceLockName, { mode: 'shared' }, () => addFiles(files, to, anyway));

const addFiles: SendFiles = async (files, to, anyway) => {
  const { accountId, folder, private: isPrivate } = to;
  await sender.open();
  await applyMaxConcurrent();
  const request = { accountId, folder, private: isPrivate, files: files.map(describeFile), anyway };
  const { added, existing, sameTitle } = await send('uploads.addFiles', request);
  const locks = await queryHeldLocks();
  // An upload without a page continues when its file is chosen again.
  const resumed = existing.filter((each) => isResumable(each) && !locks.has(fileLockName(each.id)));
  const byKey = new Map(files.map((file) => [createFileKey(describeFile(file)), file]));
  const accepted = [...added, ...resumed].flatMap(({ id, addressKey }) => {
    const file = byKey.get(addressKey);
    return file ? [{ id, accountId, file }] : [];
  });
  await sender.take(accepted);
  for (const { id, file } of accepted) {
    const handle = chosenHandles.get(file);
    if (handle && !isPrivate) await handles.put(id, accountId, handle).catch(report);
  }
  const duplicates = existing.filter((each) => !resumed.includes(each));
  const findFiles = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    queued: added.length + resumed.length,
    ids: [...added, ...resumed].map(({ id }) => id),
    duplicates: findFiles(duplicates.map(({ addressKey }) => addressKey)),
    sameTitle: findFiles(sameTitle),
    needsPage: sender.needsPage,
  };
};

/** The browser asks before the page is closed with unsent files. */
function createLocalSender(): FilesSender {
  const sending = createPageSender({ local, session, send, canFetch: false });
  listenToChanges((topics) => {
    if (topics.includes('uploads') || topics.includes('settings')) void sending.update();
  });
  addEventListener('beforeunload', (event) => {
    if (sending.isBusy()) event.preventDefault();
  });
  return {
    ...sending,
    needsPage: true,
    open: async () => {},
    take(files) {
      sending.take(files);
      return sending.update();
    },
  };
}

function createOffscreenSender(): FilesSender {
  const requests = new BroadcastChannel(toSenderChannel);
  const replies = new BroadcastChannel(fromSenderChannel);
  const postRequest = (message: ToSender): void => requests.postMessage(message);

  /** The document may just have closed itself. */
  function isTaken(files: readonly UploadFile[]): Promise<boolean> {
    const wanted = files.at(-1)?.id ?? '';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const signal = AbortSignal.timeout(replyTimeoutMs);
    signal.onabort = () => resolve(false);
    const listen = ({ data }: MessageEvent<FromSender>) => data.taken.includes(wanted) && resolve(true);
    replies.addEventListener('message', listen, { signal });
    postRequest({ files });
    return promise;
  }

  return {
    needsPage: false,
    open: openSenderDocument,
    async take(files) {
      if (files.length === 0) return;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await isTaken(files)) return;
        await openSenderDocument();
      }
      throw new Error('The document that sends files does not respond.');
    },
    setMaxConcurrent: (maxConcurrent) => postRequest({ maxConcurrent }),
  };
}
