/** A thin bar that says how far something is; without a share it says only that something moves. */
import './progress.css';

export interface ProgressProps {
  readonly label: string;
  /** Between 0 and 1; null where the whole is unknown. */
  readonly share: number | null;
  /** The share in words. */
  readonly text?: string | undefined;
}

export function Progress({ label, share, text }: ProgressProps) {
  return (
    <div
      class={`progress${share === null ? ' progress-unknown' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      aria-valuetext={text}
    >
      <Bar share={share} />
    </div>
  );
}

/** The same bar for a measure that stands still, such as the room in an account. */
export function Meter({ label, share, text }: ProgressProps & { readonly share: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `meter` cannot be drawn alike in all browsers.
    <div
      class="progress"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={text}
    >
      <Bar share={share} />
    </div>
  );
}

function Bar({ share }: { share: number | null }) {
  return <div class="progress-bar" style={share === null ? undefined : { inlineSize: `${share * 100}%` }} />;
}
