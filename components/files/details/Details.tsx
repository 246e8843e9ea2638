/** Shows the catalog's values, then the service's response. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useEncodings } from '#page/account-hooks.ts';
import type { EncodingPart } from '../../../lib/uploads/tracking/encodings.ts';
import { Button, IconButton } from '../../button/Button.tsx';
import { LoadFailure } from '../../empty/LoadFailure.tsx';
import { Fact } from '../../facts/Fact.tsx';
import { folderName } from '../../format/names.ts';
import { readKey } from '../../keys/key-press.ts';
import { lazy } from '../../lazy.tsx';
import { Menu } from '../../menu/Menu.tsx';
import { copyText } from '../../notice/copy-text.ts';
import { NoticeStack } from '../../notice/NoticeStack.tsx';
import { useIsConnected } from '../../page-api.ts';
import { problemSentence } from '../../problem/wording.ts';
import { type PlainKey, t } from '../../text.ts';
import { encodingFact } from '../../uploads/encoding-text.ts';
import { copyLink, getPages, openPage } from '../model/commands.ts';
import { itemActions } from '../model/menu-items.ts';
import { inFolder, routeHash } from '../model/route.ts';
import { useAddresses } from '../model/useAddresses.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { openPageText } from '../wording.ts';
import { detailsModel } from './details-model.ts';
import { ImageGallery } from './ImageGallery.tsx';
import { useDetails } from './useDetails.ts';
import './details.css';

/** These stay on one line. */
const moments: ReadonlySet<PlainKey> = new Set(['files.column.uploaded', 'files.column.lastView']);

const AddressPlayer = lazy(() => import('./AddressPlayer.tsx'), 'AddressPlayer');

/** @param props.isPane replaces the list, with a back button instead of a close button */
export function Details({ fileCode, isPane = false }: { fileCode: string; isPane?: boolean }) {
  const files = useFilesContext();
  const { account, capabilities, snapshot, route, go } = files;
  const onClose = () => go({ ...route, fileCode: null });
  const { answer, problem, ask } = useDetails(account.id, fileCode);
  const again = () => ask('clicked');
  const isComing = answer === null && problem === null;
  // The page's notice covers an outage.
  const isConnected = useIsConnected();
  const [played, setPlayed] = useState<{ readonly fileCode: string; readonly poster?: string } | null>(null);
  const encoding = useEncodingParts(account.id, fileCode, answer?.encoding ?? [], again);
  const fileId = snapshot.fileId(fileCode);
  const findAddresses = useAddresses(files.addresses, snapshot, fileId === null ? [] : [fileId], 0);
  const addresses = fileId === null ? undefined : findAddresses(fileId);
  const file = detailsModel(
    fileId === null ? null : snapshot.file(fileId),
    answer,
    addresses ?? null,
    capabilities,
  );
  const { player } = getPages(files, { fileCode, fileId, found: null }, addresses);
  const isPlainHttp = player?.startsWith('http:');
  function play(poster: string | null) {
    const isTaken = capabilities.playerOptions.poster && poster !== null;
    const isAllowed = isTaken && (isPlainHttp || poster.startsWith('https:'));
    setPlayed({ fileCode, ...(isAllowed && { poster }) });
  }
  /** The pane covers the list, where the field is. */
  const setRenaming: typeof files.setRenaming = (key) => {
    if (isPane) onClose();
    files.setRenaming(key);
  };
  const links = [
    [t('files.link.download'), file.download],
    [t('files.link.player'), player],
    ...(capabilities.hasProtectedLinks
      ? ([
          [t('files.link.protectedDownload'), file.protectedDownload],
          [t('files.link.protectedEmbed'), file.protectedEmbed],
        ] as const)
      : []),
  ] as const;
  const failure = isConnected ? problem : null;
  const isUnknown = failure !== null && fileId === null && played?.fileCode !== fileCode;
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isPane) pane.current?.querySelector('button')?.focus();
  }, [isPane]);

  return (
    <aside
      ref={pane}
      class={`details column${isPane ? ' details-pane' : ''}`}
      aria-label={t('files.details')}
      onKeyDown={(event) => {
        if (readKey(event)?.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <header class="details-head flex gap-1">
        {isPane && <IconButton icon="back" label={t('popup.back')} onClick={onClose} />}
        <h2 class="details-title clamp grow heading" dir="auto">
          {file.title ?? fileCode}
        </h2>
        {fileId !== null && (
          <Menu
            label={t('common.moreFor', { title: file.title ?? fileCode })}
            groups={() =>
              itemActions({ ...files, setRenaming }, { kind: 'file', key: `file ${fileId}`, fileId }).slice(1)
            }
          />
        )}
        {!isPane && <IconButton icon="cross" label={t('files.closeDetails')} onClick={onClose} />}
      </header>
      {isUnknown && <LoadFailure problem={failure} level="h3" onRetry={again} />}
      <div class="details-body scroll stack gap-3" hidden={isUnknown}>
        <div class="notice-area" role="status">
          <NoticeStack
            notices={[
              failure !== null && {
                tone: 'bad',
                text: problemSentence(failure),
                action: { label: t('common.retry'), onClick: again },
              },
              fileCode in files.takedowns.firstSeenAtMs && {
                tone: 'warn',
                text: t('files.takedown.reported'),
                action: { label: t('files.takedown.show'), onClick: () => files.show('#takedowns') },
              },
            ]}
          />
        </div>
        {played?.fileCode === fileCode && player !== null ? (
          <AddressPlayer key={fileCode} {...played} address={player} title={file.title ?? ''} />
        ) : (
          <ImageGallery
            images={file.images}
            canPlay={file.canPlay}
            title={file.title ?? fileCode}
            onPlay={file.canPlay === false || player === null ? undefined : play}
          />
        )}
        <div class="details-actions row wrap">
          <Button
            isSmall
            kind="primary"
            icon="copy"
            onClick={() => copyLink(files, { fileCode, fileId, found: null })}
          >
            {t('common.copyLink')}
          </Button>
          <Button isSmall icon="code" onClick={() => files.show(`#embed/${encodeURIComponent(fileCode)}`)}>
            {t('files.embed')}
          </Button>
          <Button isSmall icon="outside" onClick={() => openPage(files, { fileCode, fileId, found: null })}>
            {openPageText(file.canPlay !== false)}
          </Button>
        </div>
        <dl class="facts details-facts">
          {file.folderId !== null && (
            <Fact name={t('files.fact.folder')}>
              <a
                href={routeHash({ ...inFolder(route, file.folderId), fileCode })}
                dir="auto"
                onClick={(event) => {
                  event.preventDefault();
                  go({ ...inFolder(route, file.folderId), fileCode });
                }}
              >
                {folderName({ id: file.folderId, name: snapshot.folders.get(file.folderId)?.name ?? '' })}
              </a>
            </Fact>
          )}
          {file.facts.map(([name, value]) => (
            <Fact key={name} name={t(name)}>
              <bdi class={moments.has(name) ? 'details-moment' : undefined}>
                {value ?? <Missing isComing={isComing} />}
              </bdi>
            </Fact>
          ))}
          {encoding.length > 0 && (
            <Fact name={t('files.fact.encoding')}>
              <bdi>{encodingFact(encoding)}</bdi>
            </Fact>
          )}
          <Fact name={t('files.fact.code')}>
            <code dir="ltr">{fileCode}</code>
          </Fact>
        </dl>
        <h3 class="space-above">{t('files.links')}</h3>
        <ul class="stack">
          {links.map(([name, address]) => (
            <li key={name} class="details-link split">
              <span class="details-link-name small tone-quiet">{name}</span>
              <span class="details-link-address one-line" dir="ltr" title={address ?? ''}>
                {address ?? <Missing isComing={isComing} />}
              </span>
              {address !== null && (
                <IconButton
                  icon="copy"
                  label={t('files.copyNamed', { name })}
                  onClick={() => copyText(address, files)}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/**
 * @param answered the host's last answer
 * @param onEnd asks again, because an encoded file can be played
 */
function useEncodingParts(
  accountId: string,
  fileCode: string,
  answered: readonly EncodingPart[],
  onEnd: () => unknown,
): readonly EncodingPart[] {
  const { parts = [] } = useEncodings(accountId)?.[fileCode] ?? {};
  const watchedCode = useRef<string | null>(null);
  const isWatched = parts.length > 0;
  useEffect(() => {
    if (!isWatched && watchedCode.current === fileCode) onEnd();
    watchedCode.current = isWatched ? fileCode : null;
  }, [isWatched, fileCode]);
  return isWatched ? parts : answered;
}

function Missing({ isComing }: { isComing: boolean }) {
  if (isComing) return <span class="skeleton-line details-skeleton" aria-hidden="true" />;
  return <span class="tone-quiet">{t('files.notKnown')}</span>;
}
