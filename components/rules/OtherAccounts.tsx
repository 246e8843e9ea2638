/** Accounts that also get a link, and fallback accounts. For a rule or the default folder. */
import { useShortlistOf } from '#page/account-hooks.ts';
import { type Account, getAccountLabel } from '../../lib/accounts/account.ts';
import type { OtherTarget, OtherTargets } from '../../lib/links/rules.ts';
import { IconButton } from '../button/Button.tsx';
import { Toggle } from '../field/Field.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { folderName } from '../format/names.ts';
import { t } from '../text.ts';
import './rules.css';

interface OtherAccountsProps {
  readonly accountId: string;
  readonly accounts: readonly Account[];
  readonly targets: OtherTargets;
  readonly onChange: (targets: OtherTargets) => void;
}

const kinds = {
  also: { other: 'fallbacks', title: 'rules.also.title', hint: 'rules.also.hint' },
  fallbacks: { other: 'also', title: 'rules.fallbacks.title', hint: 'rules.fallbacks.hint' },
} as const;

export function OtherAccounts({ accountId, accounts, targets, onChange }: OtherAccountsProps) {
  const others = accounts.filter(({ id }) => id !== accountId);
  return (['also', 'fallbacks'] as const).map((kind) => {
    const { other: otherKind, title, hint } = kinds[kind];
    const chosen = targets[kind] ?? [];
    const other = targets[otherKind] ?? [];
    const set = (id: string, target: OtherTarget | null) => {
      const isKnown = chosen.some((each) => each.accountId === id);
      const rest = chosen.flatMap((each) => (each.accountId === id ? (target ?? []) : each));
      // An account gets a copy or is a fallback, not both.
      const left = other.filter((each) => target === null || each.accountId !== id);
      const changed = { [kind]: target && !isKnown ? [...rest, target] : rest };
      onChange({ ...targets, [otherKind]: left, ...changed });
    };
    const missing = chosen.filter((each) => !accounts.some(({ id }) => id === each.accountId));
    if (others.length + missing.length === 0) return null;
    return (
      <fieldset key={kind} class="other-accounts stack gap-2">
        <legend class="medium">{t(title)}</legend>
        <p class="small tone-quiet">{t(hint)}</p>
        {others.map((account) => (
          <OtherAccount
            key={account.id}
            account={account}
            label={getAccountLabel(account, accounts)}
            target={chosen.find((each) => each.accountId === account.id) ?? null}
            onChange={(target) => set(account.id, target)}
          />
        ))}
        {missing.map((each) => (
          <p key={each.accountId} class="row tone-warn">
            <span class="grow">{t('rules.accountGone')}</span>
            <IconButton
              icon="cross"
              label={t('rules.removeGone')}
              onClick={() => set(each.accountId, null)}
            />
          </p>
        ))}
      </fieldset>
    );
  });
}

interface OtherAccountProps {
  readonly account: Account;
  readonly label: string;
  /** Null if the account gets nothing. */
  readonly target: OtherTarget | null;
  readonly onChange: (target: OtherTarget | null) => void;
}

function OtherAccount({ account, label, target, onChange }: OtherAccountProps) {
  const { id: accountId } = account;
  const shortlist = useShortlistOf(accountId);
  const isGone = target?.isFolderGone === true;
  return (
    <fieldset aria-label={label}>
      <div class="row wrap gap-4">
        <Toggle
          label={label}
          checked={target !== null}
          disabled={shortlist === null}
          onChange={(isOn) => onChange(isOn && shortlist ? { accountId, folder: shortlist.default } : null)}
        />
        {target && shortlist && (
          <FolderButton
            accountId={accountId}
            folder={isGone ? shortlist.default : target.folder}
            shortlist={shortlist}
            onChange={(folder) => onChange({ accountId, folder })}
          />
        )}
      </div>
      {isGone && <p class="small tone-warn">{t('rules.gone', { folder: folderName(target.folder) })}</p>}
    </fieldset>
  );
}
