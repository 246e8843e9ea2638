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

/** The mark of Linkhaul; the same drawing as `public/icon`. */
export function Logo({ size }: { size: number }) {
  return (
    <svg class="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="8" />
      <path class="logo-line" d="M6 13.5v3a10 10 0 0 0 20 0v-3" />
      <path class="logo-line" d="M16 5.5v13M11.25 14 16 18.75 20.75 14" />
    </svg>
  );
}
