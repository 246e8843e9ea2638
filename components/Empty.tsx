/** Replaces a list without entries. */
import { Icon, type IconName } from './icons/Icon.tsx';
import './empty.css';

export interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Of the title. */
  readonly level?: 'h2' | 'h3';
  readonly class?: string;
}

export function Empty({ icon, title, text, level: Heading = 'h2', class: extra = '' }: EmptyProps) {
  return (
    <div class={`empty ${extra}`}>
      <Icon name={icon} class="empty-icon" />
      <Heading>{title}</Heading>
      <p>{text}</p>
    </div>
  );
}
