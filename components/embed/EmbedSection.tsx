/** A part of the builder under its heading. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface EmbedSectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function EmbedSection({ title, children, class: extra = '' }: EmbedSectionProps) {
  const id = useId();
  return (
    <section class={`embed-section stack gap-3 ${extra}`} aria-labelledby={id}>
      <h2 id={id} class="embed-heading heading strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
