import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type FolderRef, rootFolder } from '../../lib/folders/folder.ts';
import { Button } from '../button/Button.tsx';
import { DialogButtons } from '../dialog/Dialog.tsx';
import { Field } from '../field/Field.tsx';
import { folderName } from '../format/names.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { readKey } from '../keys/key-press.ts';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';
import { FolderTree } from './FolderTree.tsx';
import { isSelectionShown, treeLines } from './tree.ts';
import { treeKey } from './tree-lines.ts';
import type { LiveFolderTree } from './useFolderTree.ts';
import './folders.css';

interface FolderPanelProps {
  readonly live: LiveFolderTree;
  readonly pinned: readonly FolderRef[];
  readonly onConfirm: () => void;
  readonly onCreated?: ((folder: FolderRef) => void) | undefined;
}

export function FolderPanel({ live, pinned, onConfirm, onCreated }: FolderPanelProps) {
  const { newName, setNewName, canChoose } = live;
  const { notice, show, run } = useFeedback();
  const isOpen = useIsMounted();
  const [isCreating, setCreating] = useState(false);
  const { filter } = live.tree;
  const hasChoice = isSelectionShown(live.tree);
  // Without a match, a new folder goes into the root.
  const selected = hasChoice ? selectedFolder(live) : rootFolder;
  const shown = filter.trim() === '' ? pinned.flatMap(({ id }) => live.tree.nodes.get(id)?.folder ?? []) : [];
  const panel = useRef<HTMLDivElement>(null);
  const hadForm = useRef(newName !== null);
  // Enter in the tree confirms the choice.
  useLayoutEffect(() => {
    const isClosed = hadForm.current && newName === null;
    hadForm.current = newName !== null;
    const query = (selector: string) => panel.current?.querySelector<HTMLElement>(selector);
    if (isClosed) (query('[role="treeitem"][tabindex="0"]') ?? query('input'))?.focus();
  }, [newName]);

  /** The arrow keys select among the matches while the field keeps the focus. */
  function onFilterKey(event: KeyboardEvent) {
    const press = readKey(event);
    if (!press || !(event.target as Element).matches('input')) return;
    if (press.key === 'Enter') {
      event.preventDefault();
      if (canChoose) onConfirm();
    }
    if (press.key !== 'ArrowDown' && press.key !== 'ArrowUp') return;
    event.preventDefault();
    const matches = treeLines(live.tree).filter(({ isMatch }) => isMatch);
    const change = treeKey(press, matches, live.tree.selectedId, folderName);
    if (change) live.apply(change);
  }

  async function create(name: string) {
    if (isCreating) return;
    setCreating(true);
    const creating = live.create(name, selected.id);
    const isCreated = await run(creating, () => t('folder.created', { name }));
    setCreating(false);
    if (!isCreated) return;
    setNewName(null);
    if (isOpen.current) onCreated?.(await creating);
  }

  return (
    <div ref={panel} class="column gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside. */}
      <div class="folder-tools row wrap" onKeyDown={onFilterKey}>
        <Field
          label={t('folder.filter')}
          kind="search"
          value={filter}
          autoFocus={newName === null}
          onInput={(text) => live.apply({ type: 'filtered', text })}
        />
        <p class="visually-hidden" role="status">
          {filter.trim() !== '' && hasChoice && t('folder.button', { name: folderName(selected) })}
        </p>
        <Button icon="plus" onClick={() => setNewName(hasChoice ? '' : filter.trim())}>
          {t('folder.new')}
        </Button>
      </div>
      {shown.length > 0 && (
        <ul class="folder-pins flow" aria-label={t('options.pinned')}>
          {shown.map((folder) => (
            <li key={folder.id}>
              <Button
                isSmall
                kind="quiet"
                icon="pin"
                onClick={() => live.apply({ type: 'selected', id: folder.id })}
              >
                {folderName(folder)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FolderTree live={live} pinned={pinned} onConfirm={onConfirm}>
        {newName === null && filter.trim() !== '' && (
          <Button icon="plus" isBusy={isCreating} onClick={() => create(filter.trim())}>
            {t('folder.createHere', { name: filter.trim() })}
          </Button>
        )}
      </FolderTree>
      {Array.from(
        live.tree.nodes.values(),
        ({ folder, problem }) =>
          problem && (
            <div key={folder.id} role="alert">
              <Notice
                tone="bad"
                text={t('folder.unreachable', {
                  name: folderName(folder),
                  sentence: problemSentence(problem),
                })}
                action={{ label: t('common.retry'), onClick: () => live.reload(folder.id) }}
              />
            </div>
          ),
      )}
      {newName !== null && (
        <NewFolder
          parent={selected}
          isBusy={isCreating}
          suggested={newName}
          onCancel={() => setNewName(null)}
          onCreate={create}
        />
      )}
      <NoticeArea notice={notice} show={show} />
    </div>
  );
}

export function selectedFolder({ tree }: LiveFolderTree): FolderRef {
  return tree.nodes.get(tree.selectedId)?.folder ?? { id: tree.selectedId, name: '' };
}

interface NewFolderProps {
  readonly parent: FolderRef;
  readonly suggested: string;
  readonly isBusy: boolean;
  readonly onCreate: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function NewFolder({ parent, suggested, isBusy, onCreate, onCancel }: NewFolderProps) {
  const [name, setName] = useState(suggested);
  const trimmedName = name.trim();
  return (
    <form
      class="stack raised pad-3"
      onSubmit={() => trimmedName !== '' && void onCreate(trimmedName)}
      onKeyDown={(event) => {
        if (readKey(event)?.key !== 'Escape') return;
        // Must not close the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        if (!isBusy) onCancel();
      }}
    >
      <Field
        label={t('folder.newIn', { parent: folderName(parent) })}
        value={name}
        onInput={setName}
        autoFocus
      />
      <DialogButtons
        confirmLabel={t('folder.create')}
        onCancel={onCancel}
        isStarting={isBusy}
        disabled={trimmedName === ''}
      />
    </form>
  );
}
