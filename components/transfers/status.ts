/** A row's state in words, with the icon and the tone that go with it. */
import type { WaitReason } from '../../lib/outbox/item.ts';
import { folderName } from '../folders/name.ts';
import type { IconName } from '../icons/Icon.tsx';
import { format, type PlainKey, t } from '../text.ts';
import type { Progress, Row, RowState } from './rows.ts';

export interface Status {
  readonly icon: IconName;
  readonly tone: 'moving' | 'quiet' | 'good' | 'bad' | 'warn';
  readonly text: string;
}

const reasons: Readonly<Record<WaitReason, PlainKey>> = {
  slots: 'transfers.waiting.slots',
  network: 'transfers.waiting.network',
  'rate-limited': 'transfers.waiting.rateLimited',
  quota: 'transfers.waiting.quota',
  service: 'transfers.waiting.service',
  account: 'transfers.waiting.account',
  paused: 'transfers.waiting.paused',
};

/** `now`: milliseconds since the epoch. */
export function statusOf({ state, folder }: Row, now: number): Status {
  switch (state.kind) {
    case 'sending':
      return { icon: 'sending', tone: 'moving', text: t('transfers.sending') };
    case 'waiting':
      return { icon: 'clock', tone: 'quiet', text: waitingText(state, now) };
    case 'refused':
      return {
        icon: 'failed',
        tone: 'bad',
        text:
          state.msg === null ? t('transfers.refusedSilently') : t('transfers.refused', { msg: state.msg }),
      };
    case 'folder-gone':
      return {
        icon: 'failed',
        tone: 'bad',
        text: t('transfers.folderGone', { folder: folderName(folder) }),
      };
    case 'unsure':
      return { icon: 'question', tone: 'warn', text: unsureText(state, now) };
    case 'pending':
      return { icon: 'clock', tone: 'quiet', text: t('transfers.pending') };
    case 'other':
      return { icon: 'clock', tone: 'quiet', text: t('transfers.otherStatus', { status: state.status }) };
    case 'working':
      return { icon: 'arriving', tone: 'moving', text: progressText(state.progress) };
    case 'failed':
      return { icon: 'failed', tone: 'bad', text: failedText(state.status) };
    case 'verifying':
      return { icon: 'arriving', tone: 'moving', text: t('transfers.verifying') };
    case 'done':
      return {
        icon: 'done',
        tone: 'good',
        text: t('transfers.done', {
          folder: folderName(folder),
          when: format.relative(Math.min(state.at, now), now),
        }),
      };
    case 'gone':
      return { icon: 'vanished', tone: 'bad', text: t('transfers.gone') };
  }
}

function waitingText({ reason, until }: RowState & { kind: 'waiting' }, now: number): string {
  if (reason === null) return t('transfers.queued');
  const why = t(reasons[reason]);
  if (until === null || until <= now) return why;
  return format.list([why, t('transfers.nextTry', { when: format.relative(until, now) })]);
}

function unsureText({ cause, nextLookAt }: RowState & { kind: 'unsure' }, now: number): string {
  const doubt = t(cause === 'already-queued' ? 'transfers.unsureWhose' : 'transfers.unsure');
  if (nextLookAt === null) return `${doubt} ${t('transfers.unsureDecide')}`;
  return `${doubt} ${t('transfers.unsureLooking', { when: format.relative(Math.max(nextLookAt, now), now) })}`;
}

/** "12.3 MB of 20 MB · 1.2 MB/s · 10 sec left": as much of it as is known. */
function progressText({ done, total, bytesPerSecond, secondsLeft }: Progress): string {
  if (done === null) return t('transfers.started');
  const arrived = format.bytes(done);
  const parts = [
    total === null ? arrived : t('transfers.bytesOf', { done: arrived, total: format.bytes(total) }),
    bytesPerSecond === null ? null : format.speed(bytesPerSecond),
    secondsLeft === null ? null : t('transfers.left', { time: format.duration(secondsLeft) }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** The bare word "error" says no more than that it failed. */
function failedText(status: string): string {
  const isBare = status.trim() === '' || /^(?:error|failed)$/iu.test(status.trim());
  return isBare ? t('transfers.failed') : t('transfers.failedAs', { msg: status });
}
