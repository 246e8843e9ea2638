/** Uploads of the user's own files from this page: sent by a document that outlives it (Chrome), or by the page itself. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { afterPaint } from '../../../components/hooks/useHasPainted.ts';
import { handleOf, type SendFiles } from '../../../components/own-files/own-files.ts';
import { sendableStates } from '../../../lib/uploads/file-sender.ts';
import {
  choiceLockName,
  createFileKey,
  describeFile,
  fileLockName,
  isResumable,
  queryHeldLocks,
} from '../../../lib/uploads/local-file.ts';
import { readUploads } from '../../../lib/uploads/read-uploads.ts';
import { createFileHandles } from '../../../lib/uploads/storage/file-handles.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { readAllSettings } from '../all-settings.ts';
import { useStored } from '../hooks.ts';
import { listenToChanges } from '../live.ts';
import { send } from '../send.ts';
import type { FilesSender } from './file-channel.ts';
import { createRemoteSender } from './offscreen-sender.ts';
import { createPageSender } from './page-sender.ts';

const { local, session } = browser.storage;
const uploads = createUploadsDatabase();
const handles = createFileHandles();
const blockedListeners = new Set<(pattern: string | null) => void>();
let blocked: string | null = null;

function onBlocked(pattern: string | null): void {
  blocked = pattern;
  for (const listener of blockedListeners) listener(pattern);
}
const sender: FilesSender = import.meta.env.CHROME
  ? createRemoteSender(onBlocked)
  : createLocalSender(onBlocked);

/** Handles are optional: their errors do not prevent sending. */
const report = (error: unknown) => console.warn('The handle of a file', error);

/** Removes the handles of uploads that ended while no page was open. */
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

/** Uploads whose file the browser still knows, and what opens it. */
export const useHandleIds = () => useStored(handles.ids, 'uploads') ?? noHandles;
export const openFile = handles.open;

const applyMaxConcurrent = async () => sender.setMaxConcurrent((await readAllSettings()).filesAtOnce);
listenToChanges((topics) => {
  if (topics.includes('settings')) void applyMaxConcurrent();
});

/** The lock of the whole choice is for the moment between the records and the locks of their files. */
export const sendFiles: SendFiles = (files, to, anyway) =>
  navigator.locks.request(choiceLockName, { mode: 'shared' }, () => addFiles(files, to, anyway));

const addFiles: SendFiles = async (files, to, anyway) => {
  const { accountId, folder, private: isPrivate } = to;
  await sender.open();
  await applyMaxConcurrent();
  const request = { accountId, folder, private: isPrivate, files: files.map(describeFile), anyway };
  const { added, existing, sameTitle } = await send('uploads.addFiles', request);
  const locks = await queryHeldLocks();
  // A file without a page continues when it is chosen again.
  const resumed = existing.filter((each) => isResumable(each) && !locks.has(fileLockName(each.id)));
  const byKey = new Map(files.map((file) => [createFileKey(describeFile(file)), file]));
  const accepted = [...added, ...resumed].flatMap(({ id, addressKey }) => {
    const file = byKey.get(addressKey);
    return file ? [{ id, accountId, file }] : [];
  });
  await sender.take(accepted);
  for (const { id, file } of accepted) {
    const handle = handleOf(file);
    if (handle && !isPrivate) await handles.put(id, accountId, handle).catch(report);
  }
  const duplicates = existing.filter((each) => !resumed.includes(each));
  const filesOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    queued: added.length + resumed.length,
    duplicates: filesOf(duplicates.map(({ addressKey }) => addressKey)),
    sameTitle: filesOf(sameTitle),
    needsPage: sender.needsPage,
  };
};

/** Match pattern of the host that files have to be sent to and that is not allowed; null: none. */
export function useBlockedHost(): string | null {
  const [pattern, setPattern] = useState(blocked);
  useEffect(() => {
    blockedListeners.add(setPattern);
    setPattern(blocked);
    return () => {
      blockedListeners.delete(setPattern);
    };
  }, []);
  return pattern;
}

export const resumeSending = (): void => sender.unblock();

/** Sends the user's own files from this page: where it is closed before they have left, the browser asks first. */
function createLocalSender(onBlocked: (pattern: string | null) => void): FilesSender {
  const { take, update, setMaxConcurrent, unblock, isBusy } = createPageSender({
    local,
    session,
    send,
    onBlocked,
    canFetch: false,
  });
  listenToChanges((topics) => {
    if (topics.includes('uploads') || topics.includes('settings')) void update();
  });
  addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
  return {
    needsPage: true,
    open: async () => {},
    take(files) {
      take(files);
      return update();
    },
    setMaxConcurrent,
    unblock,
  };
}
