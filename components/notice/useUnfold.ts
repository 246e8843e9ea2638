import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The area keeps its height while something is unfolded, so that the rows don't move. */
export function useUnfold() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    return () => area.current?.style.removeProperty('block-size');
  }, [isOpen]);
  function toggle({ currentTarget }: { readonly currentTarget: HTMLElement }) {
    const around = currentTarget.closest<HTMLElement>('.notice-stack, .notice-area');
    // An unfolded area keeps its height already.
    if (!isOpen) area.current = around?.style.blockSize === '' ? around : null;
    if (!isOpen && area.current) area.current.style.blockSize = `${area.current.offsetHeight}px`;
    setOpen(!isOpen);
  }
  return { isOpen, toggle, close: () => setOpen(false) };
}
