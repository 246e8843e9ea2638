/** A thin bar that says how far something is; without a share it says only that something moves. */
import './progress.css';

interface ProgressProps {
  readonly label: string;
  /** Between 0 and 1; null where the whole is unknown. */
  readonly share: number | null;
  readonly text?: string | undefined;
  /** `meter`: a measure that stands still, such as the room in an account. */
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
