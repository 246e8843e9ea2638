/** Searches the account's files, or takes a pasted link or code. The focus stays in the field, whose keys also move through the list. */
import { readFile } from 'linkhaul-player/builder';
import type { RefObject } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { useCatalog } from '#page/catalog.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { CatalogFile } from '../../lib/catalog/file.ts';
import type { FileIds, Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { Problem } from '../../lib/protocol.ts';
import { Empty } from '../empty/Empty.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { SearchInput } from '../field/SearchInput.tsx';
import { formatSummary } from '../files/list/columns.ts';
import { CatalogLoading } from '../files/list/EmptyList.tsx';
import { highlightedText } from '../files/list/highlighted-text.tsx';
import { thumbnail } from '../files/list/thumbnail.tsx';
import { useAddresses, usePublicAddresses } from '../files/model/useAddresses.ts';
import { formatPath } from '../files/wording.ts';
import { titleOf } from '../format/names.ts';
import { unlessPhone } from '../keys/clicks.ts';
import { readKey } from '../keys/key-press.ts';
import { Listbox } from '../list/Listbox.tsx';
import { useList } from '../list/useList.ts';
import { newPosition } from '../list/useRovingFocus.ts';
import { Notice } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { plural, t } from '../text.ts';
import type { EmbedFile } from './useFileDetails.ts';
import './embed.css';

interface FileSearchProps {
  readonly account: Account;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly onChoose: (file: EmbedFile) => void;
  /** Gets a file's link or code, perhaps of another account. */
  readonly onPaste: (text: string) => void;
}

const rowHeight = 52;
const noFiles: readonly number[] = [];

export function FileSearch({ account, inputRef, isOpen, setOpen, onChoose, onPaste }: FileSearchProps) {
  const id = useId();
  const snapshot = useCatalog(account.id);
  const [problem, visit] = useCatalogVisit(account.id, isOpen);
  const [text, setText] = useState('');
  const fileIds = useMemo(
    () => (isOpen && snapshot ? findFiles(snapshot, text) : noFiles),
    [isOpen, snapshot, text],
  );
  const list = useList(
    {
      length: fileIds.length,
      at: (index) => fileIds[index]?.toString(),
      indexOf: (key) => fileIds.indexOf(Number(key)),
    },
    rowHeight,
    { position: useMemo(newPosition, [isOpen, text]) },
  );
  const current = fileIds[list.at];
  const findAddresses = useAddresses(
    usePublicAddresses(account),
    snapshot,
    list.drawn.flatMap((index) => fileIds[index] ?? []),
  );

  function type(typed: string) {
    setText(typed);
    setOpen(true);
    if (list.scroller.current) list.scroller.current.scrollTop = 0;
  }

  function close() {
    setText('');
    setOpen(false);
  }

  function choose(index: number) {
    const fileId = fileIds[index];
    const file = fileId === undefined ? null : snapshot?.file(fileId);
    if (fileId === undefined || !file) return;
    const { fileCode, title } = file;
    const { image = null, download = null } = findAddresses(fileId) ?? {};
    close();
    onChoose({ fileCode, title, image, address: download });
  }

  function paste() {
    close();
    onPaste(text.trim());
    inputRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    if (!press || press.mod || press.alt) return;
    const to = list.targetOf(press.key);
    const isEnter = press.key === 'Enter';
    if (press.key === 'Escape' && isOpen) setOpen(false);
    else if (!isOpen && (isEnter || press.key === 'ArrowDown')) setOpen(true);
    else if (isOpen && to !== undefined) list.moveTo(to, false);
    else if (isEnter && current !== undefined) choose(list.at);
    else if (isEnter && text.includes('/') && isFile(account, text)) paste();
    else if (!isEnter) return;
    event.preventDefault();
  }

  return (
    <div
      class="embed-search full-row"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
    >
      <SearchInput
        inputRef={inputRef}
        label={t('files.search')}
        placeholder={t('embed.searchHint')}
        value={text}
        onType={type}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(true)}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={current === undefined ? undefined : `${id}-${current}`}
        aria-autocomplete="list"
      />
      <p class="visually-hidden" role="status">
        {isOpen && snapshot && plural('files.count', fileIds.length)}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: A click keeps the focus in the field. */}
      <div
        class="embed-results framed pad-2 column"
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        {problem !== null && fileIds.length > 0 && (
          <Notice
            tone="bad"
            text={problemSentence(problem)}
            action={{ label: t('common.retry'), onClick: visit }}
          />
        )}
        {snapshot === null && isOpen && <CatalogLoading />}
        {snapshot !== null && fileIds.length === 0 && isOpen && (
          <NoResult
            snapshot={snapshot}
            text={text}
            problem={problem}
            onRetry={visit}
            onClear={() => {
              type('');
              inputRef.current?.focus();
            }}
            onPaste={isFile(account, text) ? paste : undefined}
          />
        )}
        <Listbox
          id={`${id}-list`}
          label={t('files.list')}
          count={fileIds.length}
          list={list}
          option={(index) => {
            const fileId = fileIds[index];
            const file = fileId === undefined ? null : snapshot?.file(fileId);
            if (fileId === undefined || !file || !snapshot) return null;
            return {
              key: fileId,
              id: `${id}-${fileId}`,
              class: 'listbox-option row gap-3 hover-raised chooser-option forced-ring',
              'aria-selected': index === list.at,
              onClick: () => choose(index),
              children: (
                <>
                  {thumbnail({ file, image: findAddresses(fileId)?.image })}
                  <FileSummary snapshot={snapshot} file={file} typed={text} />
                </>
              ),
            };
          }}
        />
      </div>
    </div>
  );
}

function FileSummary({ snapshot, file, typed }: { snapshot: Snapshot; file: CatalogFile; typed: string }) {
  const title = titleOf(file);
  return (
    <span class="stack gap-0 grow">
      {highlightedText({ class: 'medium one-line', text: title, typed })}
      <span class="small tone-quiet one-line">
        {formatSummary(file, formatPath(snapshot, file.folderId))}
      </span>
    </span>
  );
}

interface NoResultProps {
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly problem: Problem | null;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** Undefined if the text is neither a link nor a code of a file. */
  readonly onPaste: (() => void) | undefined;
}

function NoResult({ snapshot, text, problem, onRetry, onClear, onPaste }: NoResultProps) {
  const isRead = snapshot.syncStatus.phase === 'complete';
  const typed = text.trim();
  if (typed !== '')
    return (
      <Empty
        icon="search"
        title={t('files.empty.noHit', { text: typed })}
        text={t(isRead ? 'files.empty.noHitText' : 'files.empty.stillReading')}
        action={
          onPaste
            ? { label: t('embed.useTyped'), onClick: onPaste }
            : { label: t('files.empty.showAll'), onClick: onClear }
        }
      />
    );
  if (problem !== null) return <LoadFailure problem={problem} onRetry={onRetry} />;
  if (!isRead)
    return <Empty icon="clock" title={t('files.empty.unread')} text={t('files.empty.unreadText')} />;
  return (
    <Empty icon="video" title={t('files.empty.account')} text={unlessPhone(t('files.empty.accountText'))} />
  );
}

/** A code is one word, but there may be words around an address. */
function isFile({ baseUrl }: Account, text: string): boolean {
  if (!/^\S+$|\//u.test(text.trim())) return false;
  try {
    readFile(text, baseUrl, { allowHttp: true });
    return true;
  } catch {
    return false;
  }
}

function findFiles(snapshot: Snapshot, text: string): FileIds {
  return text.trim() === ''
    ? snapshot.sorted(snapshot.fileIds(), { column: 'uploaded', descending: true })
    : snapshot.search(text);
}

/** Updates the catalog each time the list opens. Returns the problem, and a function that tries again. */
function useCatalogVisit(accountId: string, isOpen: boolean): readonly [Problem | null, () => void] {
  const { send } = usePageApi();
  const [problem, setProblem] = useState<Problem | null>(null);
  const visit = () =>
    void send('catalog.visit', { accountId, folderId: null }).then(
      () => setProblem(null),
      (error: unknown) => setProblem(toProblem(error)),
    );
  useEffect(() => {
    if (isOpen) visit();
  }, [accountId, isOpen]);
  return [problem, visit];
}
