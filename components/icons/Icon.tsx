/** The icons of the interface. Their outlines stand once in each page, and are referred to by name. */
import type { IconName } from './outlines.ts';
import './icon.css';

export type { IconName };

/** An icon beside a text or inside a named control; it says nothing by itself. */
export function Icon({ name, class: extra = '' }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${extra}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
