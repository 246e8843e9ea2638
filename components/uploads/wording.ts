import {
  isRedirectFailure,
  isSourceFailure,
  type RefusalCode,
  type Upload,
  type UploadFailureCode,
} from '../../lib/uploads/upload.ts';
import { isSilent, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { folderName } from '../format/names.ts';
import { format, joinFacts, joinSentences, type PlainKey, plural, t, translate } from '../text.ts';
import { commonText, progressText, waitReasonText } from './common-wording.ts';
import type { RowTone } from './status-icons.ts';

export const statusText = (item: UploadItem, nowMs: number): string =>
  commonText(item, nowMs) ?? rareText(item, nowMs);

/** Names the current one of the two parts: fetching and sending. */
function fetchedText({ upload: { state }, progress }: UploadItem, nowMs: number): string {
  if (progress === null) return t('uploads.sending');
  if (progress.share === 1 && state === 'sending') return t('uploads.serviceWorking');
  const values = { progress: progressText(progress, nowMs) };
  return state === 'queued' ? t('uploads.fetchingPart', values) : t('uploads.sendingPart', values);
}

/** Null if the upload only waits for its turn. */
export function waitText(item: UploadItem, nowMs: number): string | null {
  if (isSilent(item, nowMs)) return t('uploads.waiting.silent');
  const wait = item.outage ?? item.upload.wait;
  return wait && waitReasonText(wait, nowMs, item.upload.failure);
}

function rareText(item: UploadItem, nowMs: number): string {
  const { upload, title, state, progress, outage } = item;
  const folder = folderName(upload.folder);
  const msg = upload.failure?.msg?.trim();
  switch (state) {
    case 'uncertain':
      return uncertainText(item, nowMs);
    case 'refused':
      return refusedText(upload);
    case 'folder-gone':
      return t('uploads.folderGone', { folder });
    case 'failed':
      return msg ? t('uploads.failedAs', { msg }) : t('uploads.failed');
    case 'vanished':
      return t(upload.failure?.code === 'never-shown' ? 'uploads.neverShown' : 'uploads.vanished');
    case 'needs-file':
      return upload.sentBytes === null || !upload.sizeBytes
        ? t('uploads.needsFile')
        : t('uploads.interrupted', { share: format.percent(upload.sentBytes / upload.sizeBytes) });
  }
  const wait = waitText(item, nowMs);
  if (outage) return joinFacts([wait, progress && progressText(progress, nowMs)]);
  switch (state) {
    case 'verifying':
      return t('uploads.outcome.checking', { title });
    case 'sending':
      return wait ?? fetchedText(item, nowMs);
    case 'waiting':
      return wait ?? t(upload.sizeBytes === null ? 'uploads.queuedFetch' : 'uploads.queued');
    case 'unreported':
      return t('uploads.noProgress');
    case 'other':
      return t('uploads.otherStatus', { status: upload.unknownStatus ?? '' });
    default:
      return wait ?? '';
  }
}

function uncertainText({ upload, outage }: UploadItem, nowMs: number): string {
  const { uncertainty, source, failure } = upload;
  const what =
    uncertainty?.cause === 'already-queued'
      ? t('uploads.uncertainWhose')
      : t(source === 'file' ? 'uploads.uncertainFile' : 'uploads.uncertain');
  const nextMs = uncertainty?.nextCheckAtMs ?? null;
  if (nextMs === null) {
    const msg = failure?.code === 'refused' ? failure.msg : null;
    return joinSentences([msg ? t('uploads.refused', { msg }) : null, what, t('uploads.uncertainDecide')]);
  }
  // The check waits until the account responds.
  const checkAtMs = outage ? Math.max(outage.untilMs ?? 0, nextMs) : nextMs;
  if (outage && checkAtMs <= nowMs) return joinSentences([what, waitReasonText(outage, nowMs)]);
  const when = format.relative(Math.max(checkAtMs, nowMs), nowMs);
  return joinSentences([what, t('uploads.uncertainChecking', { when })]);
}

const refusals: Readonly<
  Record<
    Exclude<RefusalCode, 'folder-gone' | 'too-many-attempts' | 'incomplete' | 'connection-lost'>,
    PlainKey
  >
> = {
  'needs-session': 'uploads.needsSession',
  'file-gone': 'uploads.fileGone',
  'same-file': 'uploads.sameFile',
};

const hasOwnText = (code: string | null): code is keyof typeof refusals =>
  code !== null && Object.hasOwn(refusals, code);

/** Null if the service's words are to be used. `msg` is what our words are about (`FailureInfo`). */
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
  if (code === 'connection-lost') return t('source.lost', { host: msg ?? '' });
  if (!isSourceFailure(code)) return null;
  const link = URL.parse(url);
  const own = fetchedFrom ?? link?.host ?? '';
  const named = URL.parse(msg ?? '');
  // The host alone doesn't show a changed protocol.
  const isOther = code !== 'source.uploadHost' && named?.protocol !== link?.protocol;
  const target = (isOther ? named?.origin : named?.host) ?? '';
  const leadsOn = isRedirectFailure(code) || code === 'source.local';
  return translate(code, { host: leadsOn ? own : target || own, target, status: msg ?? '' });
}

function refusedText({ url, failure, attempts, fetchedFrom }: Upload): string {
  if (failure === null) return t('uploads.refusedSilently');
  const msg = failure.msg?.trim();
  if (failure.code === 'too-many-attempts') {
    const sentence = plural('uploads.tooManyAttempts', attempts);
    return msg ? t('problem.serviceSays', { sentence, msg }) : sentence;
  }
  return (
    refusalText(url, failure, fetchedFrom) ??
    (msg ? t('uploads.refused', { msg }) : t('uploads.refusedSilently'))
  );
}

const arrivedWarnings: Readonly<Partial<Record<UploadFailureCode, string>>> = {
  'not-moved': 'uploads.notMoved',
  'not-renamed': 'uploads.notRenamed',
  'encoding-failed': 'uploads.encodingFailed',
};

export function listNotes(
  { source, duplicates: [duplicate], state, failure, fetchedFrom }: Upload,
  note?: string,
) {
  const notes: { tone: RowTone; text: string }[] = note ? [{ tone: 'quiet', text: note }] : [];
  if (fetchedFrom) notes.push({ tone: 'quiet', text: t('uploads.fetchedFrom', { host: fetchedFrom }) });
  if (import.meta.env.FIREFOX && /^source\.(?:session|page)$/u.test(failure?.code ?? ''))
    notes.push({ tone: 'quiet', text: t('source.containers') });
  if (source === 'external') notes.push({ tone: 'quiet', text: t('uploads.external') });
  const warning = state === 'done' && failure && arrivedWarnings[failure.code];
  if (warning) notes.push({ tone: 'warn', text: translate(warning, { msg: failure.msg ?? '' }) });
  if (duplicate)
    notes.push({
      tone: 'warn',
      text: t(duplicate.isTransfer ? 'uploads.duplicate' : 'uploads.duplicateFile'),
    });
  return notes;
}

/** Equal for uploads that need the same action. Null if they need none. */
export function getCause({ rank, state, copies, owner, upload }: UploadItem): string | null {
  // Each upload needs its own file.
  if (rank !== 1 || state === 'needs-file' || copies || owner) return null;
  const { code = null, msg = null } = upload.failure ?? {};
  const { url, source, via, folder, uncertainty } = upload;
  const about = isSourceFailure(code) ? [URL.parse(url)?.host, URL.parse(msg ?? '')?.origin ?? msg] : msg;
  const place = state === 'folder-gone' && folder.id;
  const doubt = uncertainty && [uncertainty.cause, uncertainty.nextCheckAtMs === null];
  // Browsers fetch no other links.
  const isHttp = /^http/.test(url);
  return `cause ${JSON.stringify([state, source, via, upload.private, code, about, place, doubt, isHttp])}`;
}
