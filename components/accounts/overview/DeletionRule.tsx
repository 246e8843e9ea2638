/** The host's rule for files without views, and how many files it may soon delete. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { useExpiring } from '#page/account-hooks.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { isDeletionRule, maxRuleDays, warningDays } from '../../../lib/accounts/deletion-rule.ts';
import { Button } from '../../button/Button.tsx';
import { Field, Toggle } from '../../field/Field.tsx';
import { readAmount } from '../../files/model/conditions.ts';
import { routeHash, unviewedFiles } from '../../files/model/route.ts';
import { formatDays } from '../../format/units.ts';
import type { Feedback } from '../../notice/useFeedback.ts';
import { usePageApi } from '../../page-api.ts';
import { format, t } from '../../text.ts';
import { expiryText } from '../useExpiryNotices.ts';

const usualDays = 60;

interface DeletionRuleProps {
  readonly account: Account;
  readonly label: string;
  readonly feedback: Feedback;
  readonly onShow: (hash: string) => void;
}

export function DeletionRule({ account, label, feedback, onShow }: DeletionRuleProps) {
  const { send } = usePageApi();
  const { id: accountId, deletesAfterDays = null } = account;
  const record = useExpiring().get(accountId);
  const { host } = new URL(account.baseUrl);
  const set = (days: number | null) =>
    feedback.run(send('accounts.setDeletionRule', { accountId, days }), () => t('options.saved'));
  return (
    <div class="stack gap-2">
      <Toggle
        label={t('account.deletes', { host })}
        hint={t('account.deletesHint', { days: formatDays(warningDays) })}
        checked={deletesAfterDays !== null}
        onChange={(isOn) => set(isOn ? usualDays : null)}
      />
      {deletesAfterDays !== null && <DaysForm key={deletesAfterDays} days={deletesAfterDays} onSave={set} />}
      {record !== undefined && record.days > 0 && (
        <p class="small flow gap-2" role="status">
          <span class={record.count > 0 ? 'tone-warn' : 'tone-quiet'}>{expiryText(label, record)}</span>
          {record.count > 0 && (
            <Button isSmall kind="quiet" onClick={() => onShow(routeHash(unviewedFiles(record.days)))}>
              {t('expiry.show')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function DaysForm({ days, onSave }: { days: number; onSave: (days: number) => unknown }) {
  const [typed, setTyped] = useState(`${days}`);
  const [error, setError] = useState<string | null>(null);
  useLayoutEffect(() => setError(null), [typed]);
  function submit() {
    const read = readAmount(typed, 1);
    if (isDeletionRule(read)) void onSave(read);
    else setError(t('reports.wrongDays', { max: format.number(maxRuleDays) }));
  }
  return (
    <form onSubmit={submit}>
      <Field label={t('account.deletesAfter')} value={typed} onInput={setTyped} error={error}>
        <Button isSmall type="submit">
          {t('rules.save')}
        </Button>
      </Field>
    </form>
  );
}
