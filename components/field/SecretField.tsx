/**
 * A key or passphrase; hidden until it is asked for. No password field: browsers offer to save what is in one, and fill it in
 * elsewhere.
 */
import { useState } from 'preact/hooks';
import { IconButton } from '../button/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

export interface SecretFieldProps extends Omit<FieldProps, 'type' | 'code' | 'masked' | 'children'> {
  /** Names the button that shows what is typed. */
  readonly showLabel: string;
}

export function SecretField({ showLabel, ...props }: SecretFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...props} masked={!isShown} code>
      <IconButton icon="eye" label={showLabel} pressed={isShown} onClick={() => setShown(!isShown)} />
    </Field>
  );
}
