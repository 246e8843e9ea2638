import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  /** Where a link of the side navigation leads. */
  readonly id?: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of the page: cards below a heading. */
export function Section({ id, title, text, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} class="settings-section stack gap-3" aria-labelledby={headingId} tabIndex={-1}>
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
  readonly children: ComponentChildren;
}

/** A frame around rows. */
export function Card({ title, children }: CardProps) {
  const id = useId();
  const rows = <div class="settings-card framed">{children}</div>;
  if (title === undefined) return rows;
  return (
    <section class="stack" aria-labelledby={id}>
      <h3 id={id} class="medium tone-quiet break-anywhere" dir="auto">
        {title}
      </h3>
      {rows}
    </section>
  );
}

interface SettingRowProps {
  readonly title?: string;
  readonly hint?: string | undefined;
  /** Of the control, which the title then labels, and `<id>-hint` describes. */
  readonly controlId?: string;
  readonly children: ComponentChildren;
}

/** What it is about at the start, its control at the end. */
export function SettingRow({ title, hint, controlId, children }: SettingRowProps) {
  return (
    <div class="setting-row row wrap gap-4">
      <div>
        {title !== undefined &&
          (controlId === undefined ? <p>{title}</p> : <label for={controlId}>{title}</label>)}
        {hint !== undefined && (
          <p id={controlId && `${controlId}-hint`} class="small tone-quiet">
            {hint}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
