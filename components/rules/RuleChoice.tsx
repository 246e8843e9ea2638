/** "Always for videos from example.com": makes a rule of the choice that is being made, and says how its titles are made. */
import { linkFillers, parsePattern } from '../../lib/links/title-pattern.ts';
import type { Rule } from '../../lib/uploads/rules.ts';
import { Field, Toggle } from '../field/Field.tsx';
import { t } from '../text.ts';
import { alwaysText } from './sentences.ts';
import './rules.css';

export interface RuleChoiceProps {
  readonly subject: Pick<Rule, 'host' | 'kind'>;
  /** Null: no rule is wanted; empty: one that leaves the title alone. */
  readonly pattern: string | null;
  readonly onChange: (pattern: string | null) => void;
}

export function RuleChoice({ subject, pattern, onChange }: RuleChoiceProps) {
  const names = Object.keys(linkFillers).map((name) => `{${name}}`);
  return (
    <div class="rule-choice">
      <Toggle
        label={alwaysText(subject)}
        checked={pattern !== null}
        onChange={(isWanted) => onChange(isWanted ? '' : null)}
      />
      {pattern !== null && (
        <Field
          label={t('rules.pattern')}
          placeholder="{title}"
          value={pattern}
          onInput={onChange}
          error={patternFault(pattern)}
          hint={t('rules.patternHint', { names: names.join(' ') })}
        />
      )}
    </div>
  );
}

/** What is wrong with a pattern, in a sentence. */
export function patternFault(pattern: string | null): string | null {
  const fill = parsePattern(pattern ?? '', linkFillers);
  return 'unknown' in fill ? t('rules.noPlaceholder', { text: fill.unknown }) : null;
}
