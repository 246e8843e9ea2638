/** Searches the account's files. The focus stays in the field: the arrow and page keys move through the list, and Enter chooses. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCatalog } from '#page/catalog.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { CatalogFile } from '../../lib/catalog/file.ts';
import type { FileIds, Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { SearchInput } from '../field/SearchInput.tsx';
import { summaryOf } from '../files/list/columns.ts';
import { CatalogLoading } from '../files/list/EmptyList.tsx';
import { highlightedText } from '../files/list/highlighted-text.tsx';
import { thumbnail } from '../files/list/thumbnail.tsx';
import { type ReadAddresses, useAddresses, usePublicAddresses } from '../files/model/useAddresses.ts';
import { formatPath, titleOf } from '../files/wording.ts';
import { readKey } from '../keys/key-press.ts';
import { Listbox } from '../list/Listbox.tsx';
import { useList } from '../list/useList.ts';
import { newPosition } from '../list/useRovingFocus.ts';
import { Notice } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { joinFacts, plural, t } from '../text.ts';
import type { EmbedFile } from './useFileDetails.ts';
import '../field/field.css';
import './embed.css';

interface FileChooserProps {
  readonly account: Account;
  /** Null if the user chose no file. */
  readonly onDone: (file: EmbedFile | null) => void;
}

const rowHeight = 52;

export function FileChooser({ account, onDone }: FileChooserProps) {
  const snapshot = useCatalog(account.id);
  const problem = useCatalogVisit(account.id);
  const addresses = usePublicAddresses(account);
  return (
    <Dialog kind="panel" title={t('embed.chooseTitle')} onClose={() => onDone(null)}>
      {problem !== null && <Notice tone="bad" text={problem} />}
      {snapshot === null ? (
        <CatalogLoading />
      ) : (
        <FileOptions snapshot={snapshot} addresses={addresses} onDone={onDone} />
      )}
      <div class="dialog-buttons">
        <Button onClick={() => onDone(null)}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}

interface FileOptionsProps extends Pick<FileChooserProps, 'onDone'> {
  readonly snapshot: Snapshot;
  readonly addresses: ReadAddresses;
}

function FileOptions({ snapshot, addresses, onDone }: FileOptionsProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const fileIds = useMemo(() => findFiles(snapshot, text), [snapshot, text]);
  const list = useList(
    {
      length: fileIds.length,
      at: (index) => fileIds[index]?.toString(),
      indexOf: (key) => fileIds.indexOf(Number(key)),
    },
    rowHeight,
    { position: useMemo(newPosition, [text]) },
  );
  const current = fileIds[list.at];
  const addressOf = useAddresses(
    addresses,
    snapshot,
    list.drawn.flatMap((index) => fileIds[index] ?? []),
  );

  useLayoutEffect(() => input.current?.focus(), []);

  function type(typed: string) {
    setText(typed);
    if (list.scroller.current) list.scroller.current.scrollTop = 0;
  }

  function choose(index: number) {
    const fileId = fileIds[index];
    const file = fileId === undefined ? null : snapshot.file(fileId);
    if (fileId === undefined || !file) return;
    const { fileCode, title } = file;
    const { image = null, download = null } = addressOf(fileId) ?? {};
    onDone({ fileCode, title, image, address: download });
  }

  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    const to = list.targetOf(press?.key);
    if (to === undefined && press?.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) choose(list.at);
    else list.moveTo(to, false);
  }

  return (
    <>
      <SearchInput
        inputRef={input}
        label={t('files.search')}
        value={text}
        onType={type}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={fileIds.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
        aria-autocomplete="list"
      />
      <p class="visually-hidden" role="status">
        {plural('files.count', fileIds.length)}
      </p>
      {fileIds.length === 0 && <EmptyResult snapshot={snapshot} text={text} />}
      <Listbox
        id={`${id}-list`}
        label={t('files.list')}
        count={fileIds.length}
        list={list}
        option={(index) => {
          const fileId = fileIds[index];
          const file = fileId === undefined ? null : snapshot.file(fileId);
          if (fileId === undefined || !file) return null;
          return {
            key: fileId,
            id: `${id}-${fileId}`,
            class: 'listbox-option row gap-3 hover-raised chooser-option forced-ring',
            'aria-selected': index === list.at,
            // Keeps the focus in the field on a click.
            onMouseDown: (event) => event.preventDefault(),
            onClick: () => choose(index),
            children: (
              <>
                {thumbnail({ file, image: addressOf(fileId)?.image })}
                <FileSummary snapshot={snapshot} file={file} typed={text} />
              </>
            ),
          };
        }}
      />
    </>
  );
}

function FileSummary({ snapshot, file, typed }: { snapshot: Snapshot; file: CatalogFile; typed: string }) {
  const title = titleOf(file);
  return (
    <span class="stack gap-0 grow">
      {highlightedText({ class: 'medium one-line', text: title, typed })}
      <span class="small tone-quiet one-line">{summaryOf(file, formatPath(snapshot, file.folderId))}</span>
    </span>
  );
}

function EmptyResult({ snapshot, text }: { snapshot: Snapshot; text: string }) {
  const isRead = snapshot.syncStatus.phase === 'complete';
  const typed = text.trim();
  if (typed !== '') {
    const why = t(isRead ? 'files.empty.noHitText' : 'files.empty.stillReading');
    return (
      <p class="chooser-empty grow tone-quiet break-anywhere">
        {joinFacts([t('files.empty.noHit', { text: typed }), why])}
      </p>
    );
  }
  const [what, more] = isRead
    ? (['files.empty.account', 'files.empty.accountText'] as const)
    : (['files.empty.unread', 'files.empty.unreadText'] as const);
  return <p class="chooser-empty grow tone-quiet break-anywhere">{joinFacts([t(what), t(more)])}</p>;
}

function findFiles(snapshot: Snapshot, text: string): FileIds {
  return text.trim() === ''
    ? snapshot.sorted(snapshot.fileIds(), { column: 'uploaded', descending: true })
    : snapshot.search(text);
}

/** Updates the catalog. Returns what prevents that, as a sentence. */
function useCatalogVisit(accountId: string): string | null {
  const { send } = usePageApi();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    send('catalog.visit', { accountId, folderId: null }).catch((error: unknown) =>
      setProblem(problemSentence(problemOf(error))),
    );
  }, [send, accountId]);
  return problem;
}
