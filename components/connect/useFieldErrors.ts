import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** After a check, the first wrong field gets the focus, so that screen readers announce its error. Typing removes the error. */
export function useFieldErrors<Name extends string>(none: Readonly<Record<Name, string | null>>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(none);
  const [found, setFound] = useState(none);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [found]);
  return {
    form,
    errors,
    /** Fields that are left out have no error. */
    showErrors(checked: Partial<typeof none>): void {
      setErrors({ ...none, ...checked });
      setFound({ ...none, ...checked });
    },
    clearError(name: Name): void {
      if (errors[name] !== null) setErrors({ ...errors, [name]: null });
    },
  };
}
