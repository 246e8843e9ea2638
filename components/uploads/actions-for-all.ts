/** Actions on all uploads of an account. Each ends with a notice. */
import { canRetry, type UploadItem } from '../../lib/uploads/upload-items.ts';
import { feedbackAbout } from '../notice/useFeedback.ts';
import { joinSentences, t } from '../text.ts';
import { recordChange, type UndoContext } from '../undo/undo.ts';

const sentences = {
  'uploads.restartFailed': 'uploads.outcome.restarted',
  'uploads.clearFailed': 'uploads.outcome.clearedFailed',
  'uploads.clearAll': 'uploads.outcome.clearedAll',
} as const;

export function actionsForAll(
  accountId: string,
  rows: readonly UploadItem[],
  acting: Omit<UndoContext, 'accountId'>,
) {
  const { send, feedback } = acting;
  // The account's service doesn't restart or clear transfers of other accounts.
  const failed = rows.filter(({ state, owner }) => state === 'failed' && !owner);
  const unsent = rows.filter((row) => canRetry(row.state) && !failed.includes(row));
  /** @param forUnsent sent for each failed row without a transfer */
  async function ask(message: keyof typeof sentences, forUnsent?: 'uploads.retry' | 'uploads.remove') {
    const isForService = message === 'uploads.clearAll' || failed.length > 0;
    const ofService = isForService ? send(message, { accountId }) : Promise.resolve({ msg: '' });
    const ofUnsent = forUnsent ? unsent.map(({ upload: { id } }) => send(forUnsent, { id })) : [];
    // One failure must not stop the others.
    await Promise.allSettled([ofService, ...ofUnsent]);
    const answers = await Promise.all([ofService, ...ofUnsent]);
    return {
      text: withAnswer(t(sentences[message]), (await ofService).msg),
      undo: answers.flatMap((answer) => (answer && 'undo' in answer ? answer.undo : [])),
    };
  }
  const cleared = ({ text, undo }: { readonly text: string; readonly undo: readonly string[] }) =>
    recordChange({ ...acting, accountId }, { text }, undo);
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

/** Adds the service's message if it says more than "OK". */
function withAnswer(sentence: string, msg: string): string {
  const isBare = /^(?:ok)?$/iu.test(msg.trim());
  return joinSentences([sentence, !isBare && t('uploads.serviceSays', { msg })]);
}
