/** Ctrl+K: views, actions, accounts, folders and files, searched while typing. The focus stays in the field. */

import type { ComponentType } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fileHash } from '../../lib/catalog/file-hash.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { foldText } from '../../lib/search/fold.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { SearchInput } from '../field/SearchInput.tsx';
import { formatPath, titleOf } from '../files/model/file-format.ts';
import { allFiles, inFolder, routeHash } from '../files/model/route.ts';
import { Icon } from '../icons/Icon.tsx';
import { readKey } from '../key-press.ts';
import { createAction, type IconAction } from '../menu/action.ts';
import { t } from '../text.ts';
import '../field/listbox.css';
import './palette.css';

export interface PaletteCatalogProps {
  readonly accountId: string;
  readonly onSnapshot: (snapshot: Snapshot | null) => void;
}

export interface PaletteProps {
  readonly accountId: string;
  /** Hands over the catalog once it is read, and draws nothing. */
  readonly Catalog: ComponentType<PaletteCatalogProps>;
  /** What is there without the catalog: views, actions, accounts. */
  readonly commands: readonly IconAction[];
  readonly navigate: (hash: string) => void;
  readonly onClose: () => void;
}

/** Folders and files that are shown of those found. */
const maxShown = 8;

export function Palette({ accountId, Catalog, commands, navigate, onClose }: PaletteProps) {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(
    () => [...findCommands(commands, text), ...findInCatalog(snapshot, text, navigate)],
    [commands, snapshot, text],
  );
  const current = Math.min(at, found.length - 1);

  useEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => list.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current]);

  function run(command: IconAction | undefined) {
    if (command === undefined) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = readKey(event)?.key ?? '';
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(key)) return;
    event.preventDefault();
    if (key === 'Enter') return run(found[current]);
    const step = key === 'ArrowDown' ? 1 : -1;
    setAt((current + step + found.length) % Math.max(found.length, 1));
  }

  return (
    <Dialog kind="panel" title={t('palette.title')} onClose={onClose}>
      <Catalog accountId={accountId} onSnapshot={setSnapshot} />
      <SearchInput
        inputRef={input}
        label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        value={text}
        onType={(typed) => {
          setText(typed);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
        aria-autocomplete="list"
      />
      <p class="collapse-empty tone-quiet" role="status">
        {found.length === 0 &&
          (snapshot === null ? t('files.empty.unreadText') : t('files.empty.noHit', { text: text.trim() }))}
      </p>
      <div ref={list} id={id} class="scroll" role="listbox" aria-label={t('palette.title')}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys; the focus never comes here
          <div
            key={command.id}
            id={`${id}-${index}`}
            class="listbox-option palette-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            // Clicks leave the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span class="one-line" dir="auto">
              {command.label}
            </span>
            {command.hint && (
              <span class="palette-hint one-line" dir="auto">
                {command.hint}
              </span>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function findInCatalog(
  snapshot: Snapshot | null,
  text: string,
  navigate: (hash: string) => void,
): readonly IconAction[] {
  if (snapshot === null || text.trim() === '') return [];
  const folders = [...snapshot.folders.values()].map(({ id, name, parentId }) => {
    const show = () => navigate(routeHash(inFolder(allFiles, id)));
    return createAction(`folder ${id}`, 'folder', name, show, formatPath(snapshot, parentId));
  });
  const files = [...snapshot.search(text).slice(0, maxShown)].flatMap((row): IconAction[] => {
    const file = snapshot.file(row);
    if (!file) return [];
    const { fileCode, folderId } = file;
    const icon = file.canPlay === false ? 'document' : 'video';
    const show = () => navigate(fileHash({ folderId, fileCode }));
    return [createAction(`file ${fileCode}`, icon, titleOf(file), show, formatPath(snapshot, folderId))];
  });
  return [...findCommands(folders, text).slice(0, maxShown), ...files];
}

/** Those with every word of the text; those that begin with the text come first. Without a text all of them. */
function findCommands(commands: readonly IconAction[], text: string): readonly IconAction[] {
  const typed = foldText(text).trim();
  const hasWords = createMatcher(text);
  const isStart = ({ label }: IconAction) => foldText(label).startsWith(typed);
  return commands
    .filter(({ label }) => hasWords(createSearchText(label)))
    .sort((one, other) => Number(isStart(other)) - Number(isStart(one)));
}
