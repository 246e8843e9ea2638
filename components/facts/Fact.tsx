import type { ComponentChildren } from 'preact';
import './facts.css';

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt class="tone-quiet">{name}</dt>
      <dd class="break-anywhere">{children}</dd>
    </div>
  );
}
