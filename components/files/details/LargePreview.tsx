/** A file's picture or player, as large as the window allows. Arrows move to the next file. */
import { useState } from 'preact/hooks';
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import { Button, IconButton } from '../../button/Button.tsx';
import { Dialog } from '../../dialog/Dialog.tsx';
import { titleOf } from '../../format/names.ts';
import { formatDay } from '../../format/service-dates.ts';
import { directedKey, type KeyPress } from '../../keys/key-press.ts';
import { useKey } from '../../keys/page-keys.ts';
import { lazy } from '../../lazy.tsx';
import { joinFacts, t } from '../../text.ts';
import { thumbnail } from '../list/thumbnail.tsx';
import { getPages, hasPlayer, openPage } from '../model/commands.ts';
import type { FileTarget } from '../model/targets.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { formatLength, formatPath, formatSize, openPageText } from '../wording.ts';
import { getLargestPicture } from './details-model.ts';
import { useDetails } from './useDetails.ts';
import './details.css';

const AddressPlayer = lazy(() => import('./AddressPlayer.tsx'), 'AddressPlayer');

interface LargePreviewProps {
  readonly target: FileTarget;
  /** From the catalog. Undefined until read. */
  readonly addresses: FileAddresses | undefined;
  readonly onStep: (step: 1 | -1) => void;
}

export function LargePreview({ target, addresses, onStep }: LargePreviewProps) {
  const files = useFilesContext();
  const { account, snapshot } = files;
  const { fileCode, fileId, found } = target;
  const { answer } = useDetails(account.id, fileCode);
  const [playedCode, setPlayed] = useState<string | null>(null);
  const file = fileId === null ? found : snapshot.file(fileId);
  const title = titleOf(file ?? target);
  const onClose = () => files.setPreviewing(false);
  const { player } = getPages(files, target, addresses);
  const isPlayer = hasPlayer(files, target);
  const canPlayHere = isPlayer && player !== null;
  const picture = (answer && getLargestPicture(answer)) ?? (addresses ?? found)?.image;

  useKey(
    (press, event) => findKeyAction(press, event) !== null,
    (press, event) => findKeyAction(press, event)?.(press.mod),
  );

  function findKeyAction(
    press: KeyPress,
    { target: focused }: Event,
  ): ((isBackground: boolean) => void) | null {
    const isOnButton = focused instanceof Element && focused.closest('button') !== null;
    // A focused button handles Space and Enter itself.
    if (press.alt || (isOnButton && (press.key === ' ' || press.key === 'Enter'))) return null;
    switch (directedKey(press, document.documentElement)) {
      case ' ':
        return onClose;
      case 'forward':
      case 'ArrowDown':
        return () => onStep(1);
      case 'back':
      case 'ArrowUp':
        return () => onStep(-1);
      case 'Enter':
        return (isBackground) => {
          if (canPlayHere && !isBackground) setPlayed(fileCode);
          else void openPage(files, target, isBackground);
        };
      default:
        return null;
    }
  }

  return (
    <Dialog kind="preview" title={title} onClose={onClose}>
      <div class="preview-tools row gap-1">
        <IconButton icon="back" label={t('files.previous')} onClick={() => onStep(-1)} />
        <IconButton icon="forward" label={t('files.next')} onClick={() => onStep(1)} />
        <IconButton icon="cross" label={t('common.close')} onClick={onClose} />
      </div>
      {/* Not a button: it has its own Enter. */}
      <div class="preview-stage no-ring" tabIndex={-1} autofocus>
        {playedCode === fileCode && player !== null ? (
          <AddressPlayer key={fileCode} fileCode={fileCode} address={player} title={title} />
        ) : (
          thumbnail({ file: file ?? { canPlay: null, length: null }, image: picture })
        )}
      </div>
      <div class="row wrap gap-3">
        <p class="grow tone-quiet small">
          {file &&
            joinFacts([
              formatLength(file.length),
              formatSize(file),
              formatDay(file.uploaded),
              formatPath(snapshot, file.folderId),
            ])}
        </p>
        {canPlayHere && (
          <Button isSmall kind="primary" icon="play" onClick={() => setPlayed(fileCode)}>
            {t('embed.play')}
          </Button>
        )}
        <Button isSmall icon="outside" onClick={() => openPage(files, target)}>
          {openPageText(isPlayer)}
        </Button>
      </div>
    </Dialog>
  );
}
