import { useEffect, useState } from 'preact/hooks';

/**
 * The last section that starts above a line, which moves from the window's top to its bottom as the page is scrolled, so that each section
 * becomes current. A followed link makes its section current until the page is scrolled.
 *
 * @param ids of the sections, in order
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    let opened: { readonly id: string; readonly y: number } | null = null;
    const update = () => {
      if (opened?.y === scrollY) return setCurrent(opened.id);
      const hidden = document.documentElement.scrollHeight - innerHeight;
      const line = hidden <= 0 ? 0 : (scrollY / hidden) * innerHeight;
      const isAbove = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= line;
      setCurrent(ids.findLast(isAbove) ?? ids[0]);
    };
    const open = () => {
      const id = location.hash.slice(1);
      opened = ids.includes(id) ? { id, y: scrollY } : null;
      update();
    };
    open();
    addEventListener('scroll', update, { passive: true });
    addEventListener('hashchange', open);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('hashchange', open);
    };
  }, [key]);
  return current;
}
