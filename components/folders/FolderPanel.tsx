/** The folder tree with everything to find the right folder: a filter above it, and "New folder" below. */
import { useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Problem } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { problemSentence } from '../problem-sentence.ts';
import { t } from '../text.ts';
import { FolderTree } from './FolderTree.tsx';
import { folderName } from './name.ts';
import type { FolderNode } from './tree.ts';
import type { LiveFolderTree } from './useFolderTree.ts';
import './folder-panel.css';

export interface FolderPanelProps {
  readonly live: LiveFolderTree;
  readonly pinnedIds: readonly string[];
  /** Enter on a folder. */
  readonly onConfirm: () => void;
}

export function FolderPanel({ live, pinnedIds, onConfirm }: FolderPanelProps) {
  const [filter, setFilter] = useState('');
  const [naming, setNaming] = useState(false);
  const { notice, show, run } = useOutcome();
  const selected = selectedFolder(live);
  const unreachable = [...live.tree.nodes.values()].filter(hasProblem);

  return (
    <div class="folder-panel">
      <div class="folder-tools">
        <Field
          label={t('folder.filter')}
          hideLabel
          type="search"
          placeholder={t('folder.filter')}
          value={filter}
          onInput={setFilter}
        />
        <Button icon="plus" onClick={() => setNaming(true)}>
          {t('folder.new')}
        </Button>
      </div>
      <FolderTree
        tree={live.tree}
        filter={filter}
        pinnedIds={pinnedIds}
        onEvent={live.apply}
        onConfirm={onConfirm}
      />
      {unreachable.map(({ folder, problem }) => (
        <div key={folder.id} role="alert">
          <Notice
            tone="bad"
            text={t('folder.unreachable', { name: folderName(folder), sentence: problemSentence(problem) })}
            action={{ label: t('common.retry'), onClick: () => live.reload(folder.id) }}
          />
        </div>
      ))}
      {naming && (
        <NewFolder
          parent={selected}
          onCancel={() => setNaming(false)}
          onCreate={async (name) => {
            const created = await run(live.create(name, selected.id), () => t('folder.created', { name }));
            if (created) {
              setNaming(false);
              setFilter('');
            }
          }}
        />
      )}
      <NoticeArea {...{ notice, show }} />
    </div>
  );
}

const hasProblem = (node: FolderNode): node is FolderNode & { readonly problem: Problem } =>
  node.problem !== null;

/** The folder that is chosen in the tree. */
export function selectedFolder({ tree }: LiveFolderTree): FolderRef {
  return tree.nodes.get(tree.selectedId)?.folder ?? { id: tree.selectedId, name: '' };
}

interface NewFolderProps {
  readonly parent: FolderRef;
  readonly onCreate: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function NewFolder({ parent, onCreate, onCancel }: NewFolderProps) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const wanted = name.trim();
  return (
    <form
      class="folder-new"
      onSubmit={async (event) => {
        event.preventDefault();
        if (wanted === '' || busy) return;
        setBusy(true);
        await onCreate(wanted);
        setBusy(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Escape leaves the form, not the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <Field
        label={t('folder.newIn', { parent: folderName(parent) })}
        value={name}
        onInput={setName}
        autoFocus
      />
      <div class="folder-new-buttons">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={wanted === ''}>
          {t('folder.create')}
        </Button>
      </div>
    </form>
  );
}
