/** Replaces a list in which a filter finds nothing. */
import { Button } from './button/Button.tsx';
import './no-match.css';

export interface NoMatchProps {
  readonly text: string;
  /** Of the button that ends the filter. */
  readonly action: string;
  readonly onShowAll: () => void;
}

export function NoMatch({ text, action, onShowAll }: NoMatchProps) {
  return (
    <div class="no-match">
      <p>{text}</p>
      <Button small onClick={onShowAll}>
        {action}
      </Button>
    </div>
  );
}
