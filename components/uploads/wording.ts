import {
  isRedirectFailure,
  isSourceFailure,
  type RefusalCode,
  type Upload,
  type UploadFailureCode,
  type WaitReason,
} from '../../lib/uploads/upload.ts';
import type { UploadItem, UploadItemProgress, UploadItemState } from '../../lib/uploads/upload-items.ts';
import { folderName } from '../folders/name.ts';
import type { IconName } from '../icons/Icon.tsx';
import {
  format,
  formatPast,
  joinFacts,
  joinSentences,
  type PlainKey,
  plural,
  t,
  translate,
} from '../text.ts';

export type RowTone = 'moving' | 'quiet' | 'good' | 'bad' | 'warn';

export const statusIcons: Readonly<Record<UploadItemState, readonly [IconName, RowTone]>> = {
  sending: ['sending', 'moving'],
  working: ['arriving', 'moving'],
  verifying: ['arriving', 'moving'],
  unreported: ['arriving', 'moving'],
  uncertain: ['question', 'warn'],
  refused: ['failed', 'bad'],
  'folder-gone': ['failed', 'bad'],
  failed: ['failed', 'bad'],
  vanished: ['vanished', 'bad'],
  pending: ['clock', 'quiet'],
  other: ['clock', 'quiet'],
  waiting: ['clock', 'quiet'],
  'needs-file': ['question', 'warn'],
  done: ['done', 'good'],
};

const reasons: Readonly<Record<WaitReason, PlainKey>> = {
  slots: 'uploads.waiting.slots',
  network: 'uploads.waiting.network',
  'rate-limited': 'uploads.waiting.rateLimited',
  quota: 'uploads.waiting.quota',
  service: 'uploads.waiting.service',
  account: 'uploads.waiting.account',
  permission: 'uploads.waiting.permission',
  source: 'uploads.waiting.source',
  slow: 'uploads.waiting.slow',
  paused: 'uploads.waiting.paused',
  // Reading a title takes a moment: not worth showing.
  title: 'uploads.queued',
};

/** `nowMs`: milliseconds since the epoch. */
export function statusText({ upload, title, state, progress, encoding }: UploadItem, nowMs: number): string {
  const folder = folderName(upload.folder);
  const msg = upload.failure?.msg?.trim();
  switch (state) {
    case 'sending':
      return progress === null ? t('uploads.sending') : sendingText(upload, progress, nowMs);
    case 'needs-file':
      return upload.sentBytes === null || !upload.sizeBytes
        ? t('uploads.needsFile')
        : t('uploads.interrupted', { share: format.percent(upload.sentBytes / upload.sizeBytes) });
    case 'working':
      return progress === null ? t('uploads.started') : progressText(progress, nowMs);
    case 'verifying':
      // It had vanished.
      return upload.endedAtMs === null ? t('uploads.verifying') : t('uploads.outcome.checking', { title });
    case 'unreported':
      return t('uploads.noProgress');
    case 'uncertain':
      return uncertainText(upload, nowMs);
    case 'refused':
      return refusedText(upload);
    case 'folder-gone':
      return t('uploads.folderGone', { folder });
    case 'failed':
      return msg ? t('uploads.failedAs', { msg }) : t('uploads.failed');
    case 'vanished':
      return t(upload.failure?.code === 'never-shown' ? 'uploads.neverShown' : 'uploads.vanished');
    case 'pending':
      return t('uploads.pending');
    case 'other':
      return t('uploads.otherStatus', { status: upload.unknownStatus ?? '' });
    case 'waiting':
      return waitingText(upload, nowMs);
    case 'done': {
      const endedAtMs = Math.min(upload.endedAtMs ?? nowMs, nowMs);
      const parts = [
        encoding ?? null,
        t('uploads.done', { folder }),
        upload.sizeBytes === null ? null : format.bytes(upload.sizeBytes),
        formatPast(endedAtMs, nowMs),
      ];
      return joinFacts(parts);
    }
  }
}

/** A link that this browser fetches says which of the two parts it is. */
function sendingText({ via, state }: Upload, progress: UploadItemProgress, nowMs: number): string {
  if (progress.share === 1 && state === 'sending') return t('uploads.serviceWorking');
  const values = { progress: progressText(progress, nowMs) };
  if (via === undefined) return values.progress;
  return state === 'queued' ? t('uploads.fetchingPart', values) : t('uploads.sendingPart', values);
}

function waitingText({ wait, via, sizeBytes }: Upload, nowMs: number): string {
  const isToBeFetched = via !== undefined && sizeBytes === null;
  if (wait === null) return t(isToBeFetched ? 'uploads.queuedFetch' : 'uploads.queued');
  const why = t(reasons[wait.reason]);
  if (wait.untilMs === null || wait.untilMs <= nowMs || wait.reason === 'title') return why;
  return joinFacts([why, t('uploads.nextTry', { when: format.relative(wait.untilMs, nowMs) })]);
}

function uncertainText({ uncertainty, source, failure }: Upload, nowMs: number): string {
  const what =
    uncertainty?.cause === 'already-queued'
      ? t('uploads.uncertainWhose')
      : t(source === 'file' ? 'uploads.uncertainFile' : 'uploads.uncertain');
  const nextMs = uncertainty?.nextCheckAtMs ?? null;
  if (nextMs === null) {
    const msg = failure?.code === 'refused' ? failure.msg : null;
    return joinSentences([msg ? t('uploads.refused', { msg }) : null, what, t('uploads.uncertainDecide')]);
  }
  const when = format.relative(Math.max(nextMs, nowMs), nowMs);
  return joinSentences([what, t('uploads.uncertainChecking', { when })]);
}

const refusals: Readonly<
  Record<Exclude<RefusalCode, 'folder-gone' | 'too-many-attempts' | 'incomplete'>, PlainKey>
> = {
  'needs-session': 'uploads.needsSession',
  'file-gone': 'uploads.fileGone',
  'same-file': 'uploads.sameFile',
};

const hasOwnText = (code: string | null): code is keyof typeof refusals =>
  code !== null && Object.hasOwn(refusals, code);

/** A refusal in Linkhaul's words; null: in the service's. `msg`: what the words are about (`FailureInfo`). */
export function refusalText(
  url: string,
  { code, msg }: { readonly code: string | null; readonly msg: string | null },
  fetchedFrom?: string,
): string | null {
  if (hasOwnText(code)) return t(refusals[code]);
  if (code === 'incomplete') {
    const [stored = '', size = ''] = (msg ?? '').split('/').map((bytes) => format.bytes(Number(bytes)));
    return t('uploads.incomplete', { stored, size });
  }
  if (!isSourceFailure(code)) return null;
  const link = URL.parse(url);
  const own = fetchedFrom ?? link?.host ?? '';
  const named = URL.parse(msg ?? '');
  // The same host may be meant with and without encryption.
  const isOther = code !== 'source.uploadHost' && named?.protocol !== link?.protocol;
  const target = (isOther ? named?.origin : named?.host) ?? '';
  const leadsOn = isRedirectFailure(code) || code === 'source.local';
  return translate(code, { host: leadsOn ? own : target || own, target, status: msg ?? '' });
}

function refusedText({ url, failure, attempts, fetchedFrom }: Upload): string {
  if (failure === null) return t('uploads.refusedSilently');
  if (failure.code === 'too-many-attempts') return plural('uploads.tooManyAttempts', attempts);
  const msg = failure.msg?.trim();
  return (
    refusalText(url, failure, fetchedFrom) ??
    (msg ? t('uploads.refused', { msg }) : t('uploads.refusedSilently'))
  );
}

/** "12.3 MB of 20 MB · 1.2 MB/s · 10 sec left", as far as known. The row has the percentage. */
function progressText(progress: UploadItemProgress, nowMs: number): string {
  const { bytesDone, bytesTotal, bytesPerSecond, secondsLeft, isStale, sampledAtMs } = progress;
  const done = bytesDone === null ? t('uploads.started') : format.bytes(bytesDone);
  const parts = [
    bytesTotal === null ? done : t('uploads.bytesOf', { done, total: format.bytes(bytesTotal) }),
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
    isStale && sampledAtMs !== null ? t('uploads.asOf', { when: format.ago(sampledAtMs, nowMs) }) : null,
  ];
  return joinFacts(parts);
}

/** What went wrong with a file that is there. */
const arrivedWarnings: Readonly<Partial<Record<UploadFailureCode, string>>> = {
  'not-moved': 'uploads.notMoved',
  'not-renamed': 'uploads.notRenamed',
  'encoding-failed': 'uploads.encodingFailed',
};

export function notesOf({ source, twins: [twin], state, failure, fetchedFrom }: Upload, note?: string) {
  const notes: { tone: RowTone; text: string }[] = note ? [{ tone: 'quiet', text: note }] : [];
  if (fetchedFrom) notes.push({ tone: 'quiet', text: t('uploads.fetchedFrom', { host: fetchedFrom }) });
  if (source === 'elsewhere') notes.push({ tone: 'quiet', text: t('uploads.elsewhere') });
  const warning = state === 'done' && failure && arrivedWarnings[failure.code];
  if (warning) notes.push({ tone: 'warn', text: translate(warning, { msg: failure.msg ?? '' }) });
  if (twin) notes.push({ tone: 'warn', text: t(twin.isTransfer ? 'uploads.twin' : 'uploads.twinFile') });
  return notes;
}
