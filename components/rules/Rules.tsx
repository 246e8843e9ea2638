/** An account's rules, and a field that tells which one applies to a link. */
import { useState } from 'preact/hooks';
import { useShortlistOf } from '#page/account-hooks.ts';
import { useRules } from '#page/all-settings.ts';
import { type Account, getAccountLabel } from '../../lib/accounts/account.ts';
import { parseLink } from '../../lib/links/link.ts';
import { findLinks } from '../../lib/links/read-links.ts';
import { appliesTo, createRuleTitle, findRule, type Rule } from '../../lib/links/rules.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Field } from '../field/Field.tsx';
import { SettingRow } from '../field/SettingRow.tsx';
import { folderName } from '../format/names.ts';
import { isPhone } from '../keys/clicks.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Feedback, useViewFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { destinationText, otherTargetLines, subjectText } from './wording.ts';
import './rules.css';

interface RulesProps {
  readonly accountId: string;
  readonly accounts: readonly Account[];
  /** Shows failures after the account was switched. */
  readonly feedback: Feedback;
}

export function Rules({ accountId, accounts, feedback: page }: RulesProps) {
  // Of all accounts, newest first.
  const rules = useRules() ?? [];
  const { send } = usePageApi();
  const feedback = useViewFeedback(page);
  const { show, run } = feedback;
  const [text, setText] = useState('');
  // Another page may switch accounts, or remove the rule.
  const [edited, setEdited] = useDraft<Rule | 'new' | null>(`edited rule ${accountId}`, null);
  // The default folder's rule is shown there.
  const own = rules.filter((rule) => appliesTo(rule, accountId) && rule.host !== '');
  const findOtherAccountName = (rule: Rule) => {
    const account = accounts.find(({ id }) => id === rule.accountId);
    return account && (rule.isForAll || account.id !== accountId) ? getAccountLabel(account, accounts) : null;
  };

  return (
    <>
      <SettingRow hint={own.length === 0 && !isPhone() ? t('rules.none') : t('rules.text')}>
        <Button onClick={() => setEdited('new')}>{t('rules.add')}</Button>
      </SettingRow>
      {own.length > 0 && (
        <>
          <ul class="rules divided">
            {own.map((rule) => (
              <li key={rule.id} class="rule row">
                <div class="stack gap-0 break-anywhere grow">
                  <span>{subjectText(rule)}</span>
                  <span class={rule.isFolderGone ? 'small tone-quiet tone-warn' : 'small tone-quiet'}>
                    {joinFacts([destinationText(rule), findOtherAccountName(rule)])}
                  </span>
                  {otherTargetLines(rule, accounts).map(({ text, isWarning }) => (
                    <span key={text} class={isWarning ? 'small tone-warn' : 'small tone-quiet'}>
                      {text}
                    </span>
                  ))}
                </div>
                {rule.accountId === accountId && (
                  <IconButton
                    icon="rename"
                    label={t('rules.edit', { subject: subjectText(rule) })}
                    onClick={() => setEdited(rule)}
                  />
                )}
                <IconButton
                  icon="cross"
                  label={t('rules.remove', { subject: subjectText(rule) })}
                  onClick={async () => {
                    await run(send('rules.remove', { id: rule.id }), () => t('rules.removed'));
                  }}
                />
              </li>
            ))}
          </ul>
          <div class="stack">
            <Field
              label={t('rules.test')}
              placeholder={t('rules.testHint')}
              kind="url"
              value={text}
              onInput={setText}
            />
            <p class="collapse-empty" role="status">
              {text.trim() !== '' && (
                <Match
                  text={text}
                  rules={own.filter((rule) => accounts.some(({ id }) => id === rule.accountId))}
                  accountId={accountId}
                  accounts={accounts}
                  findOtherAccountName={findOtherAccountName}
                />
              )}
            </p>
          </div>
        </>
      )}
      {edited && (
        <RuleDialog
          key={edited === 'new' ? '' : edited.id}
          rule={edited === 'new' ? null : edited}
          accountId={accountId}
          feedback={feedback}
          onSave={async (changed) => {
            await send('rules.save', changed);
            // Another rule may be open by now.
            setEdited((now) => (now === edited ? null : now));
            show({ tone: 'good', text: t(edited === 'new' ? 'rules.added' : 'rules.changed') });
          }}
          onClose={() => setEdited(null)}
        />
      )}
      <NoticeArea {...feedback} />
    </>
  );
}

interface MatchProps extends Omit<RulesProps, 'feedback'> {
  readonly rules: readonly Rule[];
  readonly text: string;
  readonly findOtherAccountName: (rule: Rule) => string | null;
}

function Match({ text, rules, accountId, accounts, findOtherAccountName }: MatchProps) {
  const { now } = usePageApi();
  const url = parseLink(text) ?? findLinks(text)[0];
  const rule = url === undefined ? null : findRule(rules, accountId, { url });
  const shortlist = useShortlistOf(rule?.accountId ?? accountId);
  if (url === undefined) return t('rules.noLink');
  if (shortlist === null) return null;
  const defaultName = folderName(shortlist.default);
  if (rule === null) return t('rules.noRule', { folder: defaultName });
  const title = createRuleTitle(rule, { url }, now());
  const folder = joinFacts([
    rule.isFolderGone ? defaultName : folderName(rule.folder),
    findOtherAccountName(rule),
  ]);
  const goes = title === undefined ? t('rules.goes', { folder }) : t('rules.goesAs', { folder, title });
  return joinFacts([goes, ...otherTargetLines(rule, accounts).map((line) => line.text)]);
}
