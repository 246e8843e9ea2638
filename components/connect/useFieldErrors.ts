import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * The errors of a form's fields. What a check finds wrong has the focus, and its sentence is read out with it; typing takes an
 * error away, and leaves the focus where it is.
 */
export function useFieldErrors<Name extends string>(none: Readonly<Record<Name, string | null>>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(none);
  const [found, setFound] = useState(none);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [found]);
  return {
    form,
    errors,
    /** After a check; fields that are left out have no error. */
    showErrors(checked: Partial<typeof none>): void {
      setErrors({ ...none, ...checked });
      setFound({ ...none, ...checked });
    },
    clearError(name: Name): void {
      if (errors[name] !== null) setErrors({ ...errors, [name]: null });
    },
  };
}
