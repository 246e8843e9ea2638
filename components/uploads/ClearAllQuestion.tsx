/** Asks before all transfers of an account are cleared. */
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { Question, type QuestionProps } from '../dialog/Dialog.tsx';
import { t } from '../text.ts';

export interface ClearAllQuestionProps extends Pick<QuestionProps, 'onConfirm' | 'onCancel'> {
  readonly account: Account;
}

export const ClearAllQuestion = ({ account, ...actions }: ClearAllQuestionProps) => (
  <Question
    title={t('uploads.askClear.title')}
    text={t('uploads.askClear.text', { account: getAccountName(account) })}
    confirm={t('uploads.askClear.confirm')}
    {...actions}
  />
);
