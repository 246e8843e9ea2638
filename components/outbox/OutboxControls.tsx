/** What can be done with the outbox as a whole: pause it and let it go on, and save what is in it as text. */
import { Button } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { t } from '../text.ts';
import './outbox.css';

export interface OutboxControlsProps {
  readonly paused: boolean;
  readonly onPause: () => Promise<void>;
  readonly onResume: () => Promise<void>;
  readonly onExport: () => void;
  readonly box: { current: HTMLDivElement | null };
}

export function OutboxControls({ paused, onPause, onResume, onExport, box }: OutboxControlsProps) {
  return (
    <div ref={box} class="outbox-controls">
      {/* One button for both, so that it keeps the focus while it changes sides. */}
      <Button small kind="quiet" icon={paused ? 'play' : 'pause'} onClick={paused ? onResume : onPause}>
        {paused ? t('outbox.resume') : t('outbox.pause')}
      </Button>
      <Menu
        label={t('outbox.more')}
        groups={() => [
          [{ id: 'export', label: t('outbox.export'), icon: 'document' as const, onSelect: onExport }],
        ]}
      >
        <Icon name="more" class="icon-more" />
      </Menu>
    </div>
  );
}
