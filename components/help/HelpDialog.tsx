/** The keys, in a dialog. */
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { t } from '../text.ts';
import { KeyList } from './KeyList.tsx';

export function HelpDialog({ onClose, isPopup }: { onClose: () => void; isPopup?: boolean }) {
  return (
    <Dialog kind="panel" title={t('help.title')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={t('help.title')} autofocus class="help-keys">
        <KeyList isPopup={isPopup} />
      </section>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
