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
    <section class="section stack gap-3" aria-labelledby={id}>
      <h2 id={id} class="heading break-anywhere" dir="auto">
        {title}
      </h2>
      {text !== undefined && <p class="tone-quiet">{text}</p>}
      <div class="stack gap-4">{children}</div>
    </section>
  );
}
