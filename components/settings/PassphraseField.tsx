/** The passphrase of an exported file; hidden until it is asked for. */
import { useState } from 'preact/hooks';
import { IconButton } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { t } from '../text.ts';

export interface PassphraseFieldProps {
  readonly value: string;
  readonly hint?: string;
  readonly error: string | null;
  readonly onInput: (value: string) => void;
}

export function PassphraseField({ hint, ...props }: PassphraseFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      {...(hint !== undefined && { hint })}
      label={t('backup.passphrase')}
      type={isShown ? 'text' : 'password'}
      code
    >
      <IconButton
        icon="eye"
        label={t('backup.showPassphrase')}
        pressed={isShown}
        onClick={() => setShown(!isShown)}
      />
    </Field>
  );
}
