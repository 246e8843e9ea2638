/** A key or passphrase, hidden at first. No password field: browsers offer to save what is in one, and fill it in elsewhere. */
import { useState } from 'preact/hooks';
import { IconButton } from '../button/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

interface SecretFieldProps extends Omit<FieldProps, 'kind' | 'isMasked' | 'children'> {
  /** Names the button that shows what is typed. */
  readonly showLabel: string;
}

export function SecretField({ showLabel, ...props }: SecretFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...props} isMasked={!isShown} kind="code">
      <IconButton icon="eye" label={showLabel} isPressed={isShown} onClick={() => setShown(!isShown)} />
    </Field>
  );
}
