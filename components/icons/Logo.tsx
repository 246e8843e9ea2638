import './logo.css';

/** The same drawing as in `public/icon`. */
export function Logo({ size }: { size: number }) {
  return (
    <svg class="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="8" />
      <path class="logo-line" d="M6 13.5v3a10 10 0 0 0 20 0v-3" />
      <path class="logo-line" d="M16 5.5v13M11.25 14 16 18.75 20.75 14" />
    </svg>
  );
}
