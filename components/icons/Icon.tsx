/** Every icon of the interface: one sprite of 16 × 16 outlines, drawn once per page and referred to by name. */
import './icon.css';

const outlines = {
  arriving: 'M8 2.5v7.5M4.5 7 8 10.5 11.5 7M3 13.5h10',
  sending: 'M8 13.5V6M4.5 9 8 5.5 11.5 9M3 2.5h10',
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 5v3.2l2.2 1.4',
  cross: 'M4 4l8 8M12 4l-8 8',
  failed: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM6 6l4 4M10 6l-4 4',
  question:
    'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM6.3 6.4C6.4 5.4 7 4.8 8 4.8s1.7.6 1.7 1.5c0 1.2-1.7 1.3-1.7 2.6M8 11.1v.1',
  done: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM5.4 8.2l1.8 1.8 3.4-3.8',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.8',
  vanished: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM5.4 8h5.2',
  warning: 'M8 2.4 14.2 13H1.8L8 2.4ZM8 6.5v3M8 11.3v.1',
  down: 'M4.5 6.5 8 10 11.5 6.5',
  forward: 'M6.5 4.5 10 8 6.5 11.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  folder:
    'M2 4.5A1.5 1.5 0 0 1 3.5 3h2.6l1.6 1.8h4.8A1.5 1.5 0 0 1 14 6.3v5.2a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5Z',
  plus: 'M8 3v10M3 8h10',
  settings:
    'M2.5 5h6M12.5 5h1M10.5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM2.5 11h1M7.5 11h6M5.5 9a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  outside:
    'M9.5 2.5h4v4M13.2 2.8 7.5 8.5M12 9.5v2.8a1.2 1.2 0 0 1-1.2 1.2H3.7a1.2 1.2 0 0 1-1.2-1.2V5.2A1.2 1.2 0 0 1 3.7 4h2.8',
  pin: 'M6 2.5h4M6.7 2.5v4L4.5 9v1h7V9L9.3 6.5v-4M8 10v4',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM10.3 10.3l3.4 3.4',
  copy: 'M5.5 5.5h7a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM2.5 10.5v-7a1 1 0 0 1 1-1h7',
  play: 'M5 3.2v9.6L12.6 8 5 3.2Z',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  again: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.8h-2.8',
  video:
    'M3.5 3.5h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM6.8 6.1v3.8L9.9 8 6.8 6.1Z',
  audio:
    'M6.2 11.8V4.2l6.3-1.7v8M4.5 10.1a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM10.8 8.8a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z',
  image:
    'M3.5 3h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM2.8 11.6 6 8.3l2.4 2.4 2-2 2.8 2.8M10.3 6h.01',
  archive: 'M2.5 3h11v3h-11ZM3.5 6v6a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V6M6.5 8.7h3',
  document: 'M4.5 2h5l3 3v8a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1ZM9.5 2v3h3M6 8.2h4M6 10.8h4',
  page: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM2.2 8h11.6M8 2.2c1.7 1.7 2.5 3.6 2.5 5.8s-.8 4.1-2.5 5.8M8 2.2C6.3 3.9 5.5 5.8 5.5 8s.8 4.1 2.5 5.8',
  links: 'M2.5 4h.01M5.5 4h8M2.5 8h.01M5.5 8h8M2.5 12h.01M5.5 12h8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  up: 'M4.5 9.5 8 6l3.5 3.5',
  first: 'M3.5 3h9M8 13.2V6.3M4.8 9.3 8 6.1l3.2 3.2',
  last: 'M3.5 13h9M8 2.8v6.9M4.8 6.7 8 9.9l3.2-3.2',
  back: 'M9.5 4.5 6 8l3.5 3.5',
  history: 'M2.6 6.3A5.7 5.7 0 1 1 2.4 9M2.3 3.2v3.3h3.3M8 5v3.2l2.2 1.3',
  expand: 'M9.5 2.5h4v4M13.2 2.8 9.4 6.6M6.5 13.5h-4v-4M2.8 13.2l3.8-3.8',
} as const;

export type IconName = keyof typeof outlines;

/** Stands once at the top of each page. */
export function IconSprite() {
  return (
    <svg class="icon-sprite" aria-hidden="true">
      {Object.entries(outlines).map(([name, outline]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 16 16">
          <path d={outline} />
        </symbol>
      ))}
    </svg>
  );
}

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
