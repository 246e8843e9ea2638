/** One part of the settings under its heading. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface SectionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ComponentChildren;
}

export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id} class="section-title" dir="auto">
        {title}
      </h2>
      {text !== undefined && <p class="section-text">{text}</p>}
      <div class="section-body">{children}</div>
    </section>
  );
}
