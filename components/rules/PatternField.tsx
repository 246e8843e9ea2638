import { linkFillers, parsePattern } from '../../lib/titles/title-pattern.ts';
import { Field } from '../field/Field.tsx';
import { t } from '../text.ts';

interface PatternFieldProps {
  readonly pattern: string;
  readonly onChange: (pattern: string) => void;
}

export function PatternField({ pattern, onChange }: PatternFieldProps) {
  const names = Object.keys(linkFillers).map((name) => `{${name}}`);
  return (
    <Field
      label={t('rules.pattern')}
      placeholder="{title}"
      value={pattern}
      onInput={onChange}
      error={patternFault(pattern)}
      hint={t('rules.patternHint', { names: names.join(' ') })}
    />
  );
}

export function patternFault(pattern: string): string | null {
  const fill = parsePattern(pattern, linkFillers);
  return 'unknown' in fill ? t('rules.noPlaceholder', { text: fill.unknown }) : null;
}
