/** "Always for videos from example.com": makes a rule of the choice that is being made, and says how its titles are made. */
import type { Rule } from '../../lib/uploads/rules.ts';
import { Toggle } from '../field/Field.tsx';
import { PatternField } from './PatternField.tsx';
import { alwaysText } from './sentences.ts';
import './rules.css';

export interface RuleChoiceProps {
  readonly subject: Pick<Rule, 'host' | 'kind'>;
  /** Null: no rule is wanted; empty: one that leaves the title alone. */
  readonly pattern: string | null;
  readonly onChange: (pattern: string | null) => void;
}

export function RuleChoice({ subject, pattern, onChange }: RuleChoiceProps) {
  return (
    <div class="stack">
      <Toggle
        label={alwaysText(subject)}
        checked={pattern !== null}
        onChange={(isWanted) => onChange(isWanted ? '' : null)}
      />
      {pattern !== null && <PatternField {...{ pattern, onChange }} />}
    </div>
  );
}
