/** The keys, in a dialog. */
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { t } from '../text.ts';
import { KeyList } from './KeyList.tsx';

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog kind="panel" title={t('help.title')} onClose={onClose}>
      {/* The button at the end would be scrolled to. */}
      <div tabIndex={-1} autofocus class="help-keys">
        <KeyList />
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}
