import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function EmbedSection({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="embed-section stack gap-3" aria-labelledby={id}>
      <h2 id={id} class="embed-heading heading strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
