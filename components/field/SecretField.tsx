/** A key or passphrase; hidden until it is asked for. */
import { useState } from 'preact/hooks';
import { IconButton } from '../button/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

export interface SecretFieldProps extends Omit<FieldProps, 'type' | 'code' | 'children'> {
  /** Names the button that shows what is typed. */
  readonly showLabel: string;
}

export function SecretField({ showLabel, ...props }: SecretFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} code>
      <IconButton icon="eye" label={showLabel} pressed={isShown} onClick={() => setShown(!isShown)} />
    </Field>
  );
}
