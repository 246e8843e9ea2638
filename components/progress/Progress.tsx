import './progress.css';

interface ProgressProps {
  readonly label: string;
  /** From 0 to 1. Null if unknown. */
  readonly share: number | null;
  readonly text?: string | undefined;
  /** `meter` is for a static value, such as used storage. */
  readonly role?: 'progressbar' | 'meter';
}

export function Progress({ label, share, text, role = 'progressbar' }: ProgressProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      class={`progress forced-frame${share === null ? ' progress-unknown' : ''}`}
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      aria-valuetext={text}
    >
      <div class="progress-bar" style={share === null ? undefined : { inlineSize: `${share * 100}%` }} />
    </div>
  );
}
