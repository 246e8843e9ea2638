/** Most rows need only these texts. The popup loads `wording.ts` on demand. */
import type { FailureInfo, Wait, WaitReason } from '../../lib/uploads/upload.ts';
import {
  isSilent,
  ranks,
  speedAt,
  type UploadItem,
  type UploadItemProgress,
} from '../../lib/uploads/upload-items.ts';
import { folderName } from '../format/names.ts';
import { format, formatPast, joinFacts, type PlainKey, t } from '../text.ts';

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
  // Reading a title takes only a moment.
  title: 'uploads.queued',
};

/** Only `wording.ts` has the text. An upload that is verified again had vanished before. */
export const isRare = (item: UploadItem, nowMs: number): boolean =>
  ranks[item.state] === 1 ||
  item.state === 'unreported' ||
  item.state === 'other' ||
  item.outage !== undefined ||
  (item.upload.via !== undefined && (item.state === 'sending' || item.state === 'waiting')) ||
  isSilent(item, nowMs) ||
  (item.state === 'verifying' && item.upload.endedAtMs !== null);

/** Null if the text is rare. */
export function commonText(item: UploadItem, nowMs: number): string | null {
  const { upload, state, progress, encoding } = item;
  if (isRare(item, nowMs)) return null;
  switch (state) {
    case 'sending':
      if (progress === null) return t('uploads.sending');
      return progress.share === 1 && upload.state === 'sending'
        ? t('uploads.serviceWorking')
        : progressText(progress, nowMs);
    case 'working':
      return progress === null ? t('uploads.started') : progressText(progress, nowMs);
    case 'verifying':
      return t('uploads.verifying');
    case 'pending':
      return t('uploads.pending');
    case 'waiting':
      return upload.wait ? waitReasonText(upload.wait, nowMs, upload.failure) : t('uploads.queued');
    case 'done': {
      const endedAtMs = Math.min(upload.endedAtMs ?? nowMs, nowMs);
      const parts = [
        encoding ?? null,
        t('uploads.done', { folder: folderName(upload.folder) }),
        upload.sizeBytes === null ? null : format.bytes(upload.sizeBytes),
        formatPast(endedAtMs, nowMs),
      ];
      return joinFacts(parts);
    }
    default:
      return null;
  }
}

export const hasNotes = ({ note, upload }: UploadItem): boolean =>
  !!(note || upload.fetchedFrom || upload.failure) ||
  upload.source === 'external' ||
  upload.duplicates.length > 0;

export function waitReasonText(wait: Wait, nowMs: number, failure: FailureInfo | null = null): string {
  const said = wait.reason === 'service' ? failure?.msg?.trim() : '';
  const why = said ? t('uploads.otherStatus', { status: said }) : t(reasons[wait.reason]);
  if (wait.untilMs === null || wait.untilMs <= nowMs || wait.reason === 'title') return why;
  return joinFacts([why, t('uploads.nextTry', { when: format.relative(wait.untilMs, nowMs) })]);
}

/** "12.3 MB of 20 MB · 1.2 MB/s · 10 sec left", as far as known. The row shows the percentage. */
export function progressText(progress: UploadItemProgress, nowMs: number): string {
  const { bytesDone, bytesTotal, isStale, sampledAtMs } = progress;
  const { bytesPerSecond, secondsLeft } = speedAt(progress, nowMs);
  const done = bytesDone === null ? t('uploads.started') : format.bytes(bytesDone);
  const parts = [
    bytesTotal === null ? done : t('uploads.bytesOf', { done, total: format.bytes(bytesTotal) }),
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('uploads.left', { time: format.duration(secondsLeft) }),
    isStale && sampledAtMs !== null ? t('uploads.asOf', { when: format.ago(sampledAtMs, nowMs) }) : null,
  ];
  return joinFacts(parts);
}
