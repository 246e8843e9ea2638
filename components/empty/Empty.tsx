/** Replaces a list without entries. */
import { Button } from '../button/Button.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import './empty.css';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly level?: 'h2' | 'h3';
  readonly class?: string;
}

export function Empty({ icon, title, text, level: Heading = 'h2', class: extra = '' }: EmptyProps) {
  return (
    <div class={`empty middle gap-1 ${extra}`}>
      <Icon name={icon} class="empty-icon" />
      <Heading>{title}</Heading>
      <p>{text}</p>
    </div>
  );
}

interface NoMatchProps {
  readonly text: string;
  readonly action: string;
  readonly onShowAll: () => void;
}

export function NoMatch({ text, action, onShowAll }: NoMatchProps) {
  return (
    <div class="no-match middle tone-quiet">
      <p>{text}</p>
      <Button isSmall onClick={onShowAll}>
        {action}
      </Button>
    </div>
  );
}
