/** Uploads of the user's own files from this page. */
import { browser } from 'wxt/browser';
import { handleOf, type SendFiles } from '../../components/manager/own-files.ts';
import { hostPattern } from '../../lib/accounts/account.ts';
import { postFile } from '../../lib/api/post-file.ts';
import { type Xhr, xhrExchange } from '../../lib/api/xhr.ts';
import { defaults } from '../../lib/settings/settings.ts';
import { createUploadsDatabase } from '../../lib/uploads/database.ts';
import { createFileSender, keptStates } from '../../lib/uploads/file-sender.ts';
import { createFileHandles } from '../../lib/uploads/handles/store.ts';
import { fileKey, fileLock, heldLocks, ownFile } from '../../lib/uploads/own-file.ts';
import { readUploads } from '../../lib/uploads/read.ts';
import { listen } from './live.ts';
import { send } from './send.ts';
import { readAllSettings } from './settings.ts';

const uploads = createUploadsDatabase();
const handles = createFileHandles();
let atOnce = defaults.filesAtOnce;
const blockedListeners = new Set<(pattern: string | null) => void>();

const sender = createFileSender({
  begin: (id) => send('uploads.beginFile', { id }),
  end: (id, result) => send('uploads.endFile', { id, result }),
  measure: (samples) => send('uploads.measureFiles', { samples }),
  sendFile: (options) => postFile(options, (post) => xhrExchange(new XMLHttpRequest() as Xhr, post)),
  hold,
  atOnce: () => atOnce,
  mayReach: (address) => browser.permissions.contains({ origins: [hostPattern(address)] }),
  onBlocked(address) {
    for (const listener of blockedListeners) listener(address && hostPattern(address));
  },
  clock: Date.now,
  setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimer: (timer: number) => clearTimeout(timer),
});

/** The lock is held until it is freed or the page is gone; what is freed needs its file no more. */
function hold(id: string): () => void {
  const freed = Promise.withResolvers<void>();
  void navigator.locks.request(fileLock(id), () => freed.promise);
  return () => {
    freed.resolve();
    void handles.delete(id).catch(report);
  };
}

/** A handle is a convenience: what goes wrong with it keeps no file from being sent. */
const report = (error: unknown) => console.warn('The handle of a file', error);

/** Forgets the handles of what has ended while no page was open. */
async function sweepHandles(): Promise<void> {
  const views = await Promise.all(
    Array.from(await handles.accountIds(), (id) => readUploads(uploads, browser.storage.session, id)),
  );
  const stored = views.flatMap((view) => view.uploads);
  const kept = new Set(stored.filter(({ state }) => keptStates.has(state)).map(({ id }) => id));
  for (const id of await handles.ids()) if (!kept.has(id)) await handles.delete(id);
}
void sweepHandles().catch(report);

/** Uploads whose file the browser still knows. */
export const readHandleIds = handles.ids;
export const openFile = handles.open;

async function update(): Promise<void> {
  const ids = [...sender.accountIds()];
  if (ids.length === 0) return;
  atOnce = Math.min(Math.max((await readAllSettings()).filesAtOnce, 1), 6);
  const views = await Promise.all(ids.map((id) => readUploads(uploads, browser.storage.session, id)));
  sender.update(views.flatMap((view) => view.uploads));
}

listen((topics) => {
  if (topics.includes('uploads') || topics.includes('settings')) void update();
});
addEventListener('beforeunload', (event) => {
  if (sender.isBusy()) event.preventDefault();
});

export const sendFiles: SendFiles = async (files, to, anyway) => {
  const { accountId, folder, private: isPrivate } = to;
  const request = { accountId, folder, private: isPrivate, files: files.map(ownFile), anyway };
  const { added, existing, sameTitle } = await send('uploads.addFiles', request);
  const locks = await heldLocks();
  // A file that no page has any more goes on where it is chosen again.
  const resumed = existing.filter(({ id, state }) => state === 'queued' && !locks.has(fileLock(id)));
  const byKey = new Map(files.map((file) => [fileKey(ownFile(file)), file]));
  for (const { id, addressKey } of [...added, ...resumed]) {
    const file = byKey.get(addressKey);
    if (file === undefined) continue;
    sender.add(id, to.accountId, file);
    const handle = handleOf(file);
    if (handle && !isPrivate) await handles.put(id, accountId, handle).catch(report);
  }
  await update();
  const duplicates = existing.filter((each) => !resumed.includes(each));
  const filesOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    queued: added.length + resumed.length,
    duplicates: filesOf(duplicates.map(({ addressKey }) => addressKey)),
    sameTitle: filesOf(sameTitle),
  };
};

/** Calls back with the host that the browser must allow before files can go on; null: none. */
export function onBlockedHost(listener: (pattern: string | null) => void): () => void {
  blockedListeners.add(listener);
  return () => blockedListeners.delete(listener);
}

export const goOn = (): void => sender.unblock();
