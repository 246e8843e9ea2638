/**
 * Finds out whether the service accepted requests of an earlier run whose response was lost, by searching its transfers
 * and newest files. An item is absent if two searches, a few seconds apart, find nothing.
 */
import { basename } from 'node:path';
import {
  type CallOptions,
  type Client,
  decodeEntities,
  type FileEntry,
  type Transfer,
} from '../../../lib/api/index.ts';
import type { Intent } from './journal.ts';
import { isTitleOf } from './paths.ts';

export type Arrival =
  | { readonly state: 'found'; readonly fileCode: string | null }
  | { readonly state: 'absent' }
  /** Each of these new files may be it. Empty if the list can't be read completely. */
  | { readonly state: 'unclear'; readonly candidates: readonly FileEntry[] };

/** A request that was cut off may take effect this much later. */
const maxLateEffectMs = 6_000;
/** For clock drift. Only time differences on each side count, so clocks may be set differently. */
const marginMinutes = 2;
/** More new files aren't compared. */
const maxCandidates = 200;

interface Search {
  readonly client: Client;
  readonly isKnown: (fileCode: string) => boolean;
  readonly options: CallOptions;
  readonly sleep: (ms: number) => Promise<void>;
}

/** @param intents by id. @returns the outcome of each */
export async function findArrivals(
  intents: ReadonlyMap<string, Intent>,
  { client, isKnown, options, sleep }: Search,
): Promise<Map<string, Arrival>> {
  const found = new Map<string, Arrival>();
  const claimed = new Set<string>();
  const sent = new Set([...intents.values()].map(({ input }) => fold(input)));
  for (let look = 1; look <= 2; look += 1) {
    const open = [...intents].filter(([id]) => found.get(id)?.state !== 'found');
    if (open.length === 0) break;
    if (look === 2) await sleep(maxLateEffectMs);
    const since = Math.min(...open.map(([, { at }]) => at));
    // Uploaded files are never in the list of transfers, which some services don't have.
    const hasLinks = open.some(([, { size }]) => size === null);
    const transfers = hasLinks ? await client.remoteUploads.list(options) : null;
    const free = transfers?.filter(({ fileCode }) => fileCode === null || !isKnown(fileCode)) ?? [];
    const files = await listNewFiles(client, since, (code) => isKnown(code) || claimed.has(code), options);
    const sizes = await readSizes(client, files ?? [], options);
    for (const [id, intent] of open) {
      const listed =
        intent.size === null
          ? free.filter((each) => !claimed.has(each.fileCode ?? '') && isInFolder(each, intent))
          : [];
      const transfer = listed.find(({ remoteUrl }) => fold(remoteUrl) === fold(intent.input));
      const newFiles = files?.filter(
        ({ fileCode }) => !claimed.has(fileCode) && !hasOtherSize(intent, sizes.get(fileCode)),
      );
      const likely = newFiles?.filter((file) => isFileOf(file, intent)) ?? [];
      const [only] = likely;
      if (transfer) {
        if (transfer.fileCode !== null) claimed.add(transfer.fileCode);
        found.set(id, { state: 'found', fileCode: transfer.fileCode });
      } else if (only && likely.length === 1) {
        claimed.add(only.fileCode);
        found.set(id, { state: 'found', fileCode: only.fileCode });
      } else if (
        newFiles === undefined ||
        newFiles.length > 0 ||
        (intent.size === null && (transfers?.skipped ?? 0) > 0) ||
        listed.some(
          ({ remoteUrl }) => !sent.has(fold(remoteUrl)) && mayBeSameAddress(remoteUrl, intent.input),
        )
      )
        found.set(id, { state: 'unclear', candidates: likely.length > 0 ? likely : (newFiles ?? []) });
      else found.set(id, { state: 'absent' });
    }
  }
  return found;
}

const isInFolder = ({ folderId }: Transfer | FileEntry, intent: Intent): boolean =>
  (folderId ?? intent.folderId) === intent.folderId;

/** Services return addresses decoded, trimmed, as HTML, or without their fragment. */
function fold(address: string): string {
  const [text = ''] = decodeEntities(address).split('#', 1);
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

/** Cut off, in lower case or redirected. A redirect keeps the file name. */
function mayBeSameAddress(echoed: string, sent: string): boolean {
  const [one = '', other = ''] = [echoed, sent].map((each) => fold(each).toLowerCase());
  const [page = '', otherPage = ''] = [one, other].map((each) => each.split('?', 1)[0]);
  return other.startsWith(one) || (page !== otherPage && basename(page) === basename(otherPage));
}

/** An uploaded file is moved into its folder later. */
const isFileOf = (file: FileEntry, intent: Intent): boolean =>
  isTitleOf(file.title, intent.name) && (intent.size !== null || isInFolder(file, intent));

/** A file with a different size is a different file. */
const hasOtherSize = (intent: Intent, size: number | null | undefined): boolean =>
  intent.size !== null && size !== null && size !== undefined && size !== intent.size;

/** Null if there may be more. */
async function listNewFiles(
  client: Client,
  since: number,
  isKnown: (fileCode: string) => boolean,
  options: CallOptions,
): Promise<FileEntry[] | null> {
  const createdWithinMinutes = Math.max(1, Math.ceil((Date.now() - since) / 60_000)) + marginMinutes;
  const files: FileEntry[] = [];
  const entries = client.files.iterate({ createdWithinMinutes }, options);
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return value.skipped > 0 ? null : files;
    if (!isKnown(value.fileCode)) files.push(value);
    if (files.length > maxCandidates) return null;
  }
}

async function readSizes(client: Client, files: readonly FileEntry[], options: CallOptions) {
  const sizes = new Map<string, number | null>();
  if (files.length === 0) return sizes;
  for (const info of await client.files.info(
    files.map(({ fileCode }) => fileCode),
    options,
  ))
    if (info.found) sizes.set(info.fileCode, info.size);
  return sizes;
}
