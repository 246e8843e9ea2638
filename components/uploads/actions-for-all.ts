/** Actions on all of an account's uploads; each ends in a notice. */

import { canRetry, type UploadItem } from '../../lib/uploads/upload-items.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import { undoAction } from '../notice/undo-action.ts';
import type { Acting } from '../notice/useFeedback.ts';
import { joinSentences, t } from '../text.ts';

const sentences = {
  'uploads.restartFailed': 'uploads.outcome.restarted',
  'uploads.clearFailed': 'uploads.outcome.clearedFailed',
  'uploads.clearAll': 'uploads.outcome.clearedAll',
} as const;

/** A notice whose action can be undone once, by button or key. */
export function undoable(
  text: string,
  rows: readonly UploadItem[],
  { send, feedback }: Acting,
): NoticeContent {
  const uploads = rows.map(({ upload }) => upload);
  const undo = () => feedback.run(send('uploads.restore', { uploads }), () => null);
  return { tone: 'good', text, action: undoAction(undo) };
}

export function actionsForAll(accountId: string, rows: readonly UploadItem[], { send, feedback }: Acting) {
  // A transfer of another account isn't among those that its service restarts or clears.
  const failed = rows.filter(({ state, owner }) => state === 'failed' && !owner);
  const unsent = rows.filter((row) => canRetry(row.state) && !failed.includes(row));
  const done = rows.filter(({ state }) => state === 'done');
  /** @param forUnsent sent for each failed row without a transfer */
  async function ask(message: keyof typeof sentences, forUnsent?: 'uploads.retry' | 'uploads.remove') {
    const isForService = message === 'uploads.clearAll' || failed.length > 0;
    const ofService = isForService ? send(message, { accountId }) : Promise.resolve({ msg: '' });
    const ofUnsent = forUnsent ? unsent.map(({ upload: { id } }) => send(forUnsent, { id })) : [];
    // One failure must not keep the others from being sent.
    await Promise.allSettled([ofService, ...ofUnsent]);
    await Promise.all([ofService, ...ofUnsent]);
    return withAnswer(t(sentences[message]), (await ofService).msg);
  }
  return {
    retryFailed: () => feedback.run(ask('uploads.restartFailed', 'uploads.retry'), (text) => text),
    clearFailed: () =>
      feedback.run(ask('uploads.clearFailed', 'uploads.remove'), (text) =>
        undoable(text, [...failed, ...unsent], { send, feedback }),
      ),
    clearAll: () => feedback.run(ask('uploads.clearAll'), (text) => text),
    clearFinished: () =>
      feedback.run(send('uploads.clearFinished', { accountId }), () =>
        undoable(t('uploads.outcome.clearedFinished'), done, { send, feedback }),
      ),
  };
}

/** Adds the service's own words where they say more than "OK". */
function withAnswer(sentence: string, msg: string): string {
  const isBare = /^(?:ok)?$/iu.test(msg.trim());
  return joinSentences([sentence, !isBare && t('uploads.serviceSays', { msg })]);
}
