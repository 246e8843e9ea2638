/** Not a password field, because browsers would offer to save its content and fill it in elsewhere. */
import { useState } from 'preact/hooks';
import { IconButton } from '../button/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

interface SecretFieldProps extends Omit<FieldProps, 'kind' | 'isMasked' | 'children'> {
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
