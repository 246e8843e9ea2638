/** Each page contains the outlines once, as a sprite. */
import type { IconName } from './outlines.ts';
import './icon.css';

export type { IconName };

export function Icon({ name, class: extra = '' }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${extra}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
