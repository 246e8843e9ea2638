import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ComponentChildren;
}

export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section class="section stack gap-3" aria-labelledby={id} tabIndex={-1} data-title={title}>
      <h2 id={id} class="heading break-anywhere" dir="auto">
        {title}
      </h2>
      {text && <p class="tone-quiet">{text}</p>}
      <div class="stack gap-4">{children}</div>
    </section>
  );
}
