import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  /** Target of the side navigation. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string | undefined;
  /** Keeps what the user has typed or opened inside. */
  readonly isHidden?: boolean;
  readonly children: ComponentChildren;
}

export function Section({ id, title, text, isHidden, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      class="settings-section stack gap-3"
      aria-labelledby={headingId}
      tabIndex={-1}
      hidden={isHidden}
    >
      <h2 id={headingId} class="heading">
        {title}
      </h2>
      {text && <p class="tone-quiet">{text}</p>}
      {children}
    </section>
  );
}

interface CardProps {
  readonly title?: string | undefined;
  readonly isHidden?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ title, isHidden, children }: CardProps) {
  const id = useId();
  if (title === undefined)
    return (
      <div class="settings-card framed" hidden={isHidden}>
        {children}
      </div>
    );
  return (
    <section class="stack" aria-labelledby={id} hidden={isHidden}>
      <h3 id={id} class="medium tone-quiet break-anywhere" dir="auto">
        {title}
      </h3>
      <div class="settings-card framed">{children}</div>
    </section>
  );
}
