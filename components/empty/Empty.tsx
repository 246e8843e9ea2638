/** Shown instead of content, also after a failure. */
import { Button } from '../button/Button.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import './empty.css';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onClick: () => unknown } | undefined;
  readonly level?: 'h2' | 'h3';
  readonly class?: string;
}

export function Empty({ icon, title, text, action, level: Heading = 'h2', class: extra = '' }: EmptyProps) {
  return (
    <div class={`empty middle gap-1 ${extra}`}>
      <Icon name={icon} class="empty-icon" />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <Button onClick={action.onClick}>{action.label}</Button>}
    </div>
  );
}
