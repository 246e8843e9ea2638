import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** While something is unfolded in it, the area of notices keeps its height: the rows beside it stay where they are. */
export function useUnfold() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    return () => area.current?.style.removeProperty('block-size');
  }, [isOpen]);
  function toggle({ currentTarget }: { readonly currentTarget: HTMLElement }) {
    const around = currentTarget.closest<HTMLElement>('.account-notices, .notice-area');
    // One that is unfolded around it keeps the height already.
    if (!isOpen) area.current = around?.style.blockSize === '' ? around : null;
    if (!isOpen && area.current) area.current.style.blockSize = `${area.current.offsetHeight}px`;
    setOpen(!isOpen);
  }
  return { isOpen, toggle, close: () => setOpen(false) };
}
