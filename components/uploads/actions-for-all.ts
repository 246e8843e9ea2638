/** Each action ends with a notice. */
import type { Undoable } from '../../lib/protocol.ts';
import { canRetry, type UploadItem } from '../../lib/uploads/upload-items.ts';
import type { NoticeTone } from '../notice/notice-content.ts';
import { feedbackAbout } from '../notice/useFeedback.ts';
import { joinSentences, t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';

const sentences = {
  'uploads.restartFailed': 'uploads.outcome.restarted',
  'uploads.clearFailed': 'uploads.outcome.clearedFailed',
  'uploads.clearAll': 'uploads.outcome.clearedAll',
} as const;

interface Cleared extends Undoable {
  readonly text: string;
  readonly tone?: NoticeTone;
}

export function actionsForAll(items: readonly UploadItem[], context: UndoContext) {
  const { account, pageApi, feedback } = context;
  const { send } = pageApi;
  const accountId = account.id;
  // The service doesn't restart or clear other accounts' transfers.
  const failed = items.filter(({ state, owner }) => state === 'failed' && !owner);
  const unsent = items.filter((item) => canRetry(item.state) && !failed.includes(item));
  /** @param forUnsent sent for each failed row without a transfer */
  async function ask(message: keyof typeof sentences, forUnsent?: 'uploads.retry' | 'uploads.remove') {
    const isForService = message === 'uploads.clearAll' || failed.length > 0;
    const serviceRequest = isForService ? send(message, { accountId }) : Promise.resolve({ msg: '' });
    const unsentRequests = forUnsent ? unsent.map(({ upload: { id } }) => send(forUnsent, { id })) : [];
    // One failure must not stop the others, nor take their Undo.
    const answers = await Promise.allSettled([serviceRequest, ...unsentRequests]);
    const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
    const undo = values.flatMap((value) => ('undo' in value ? value.undo : []));
    const rejected = answers.find((answer) => answer.status === 'rejected');
    if (!rejected) return { text: withAnswer(t(sentences[message]), (await serviceRequest).msg), undo };
    if (undo.length === 0) throw rejected.reason;
    // Keeps the popup's first load small.
    const { failureNotice } = await import('../problem/wording.ts');
    return { ...failureNotice(rejected.reason), undo };
  }
  const cleared = ({ undo, ...texts }: Cleared) => recordChange(context, texts, undo);
  return {
    retryFailed: () => {
      const ids = [...failed, ...unsent].map(({ upload: { id } }) => id);
      return feedbackAbout(feedback, { ids }).run(
        ask('uploads.restartFailed', 'uploads.retry'),
        ({ text }) => text,
      );
    },
    clearFailed: () => feedback.run(ask('uploads.clearFailed', 'uploads.remove'), cleared),
    clearAll: () => feedback.run(ask('uploads.clearAll'), ({ text }) => text),
    clearFinished: () =>
      feedback.run(send('uploads.clearFinished', { accountId }), ({ undo }) =>
        cleared({ text: t('uploads.outcome.clearedFinished'), undo }),
      ),
  };
}

/** Leaves out messages that only say "OK". */
function withAnswer(sentence: string, msg: string): string {
  const isBare = /^(?:ok)?$/iu.test(msg.trim());
  return joinSentences([sentence, !isBare && t('uploads.serviceSays', { msg })]);
}
