/** Each step is a link and a drop target. */
import { rootId } from '../../../lib/folders/folder.ts';
import { folderTarget } from '../../drop/folder-target.ts';
import { folderName } from '../../format/names.ts';
import { Icon } from '../../icons/Icon.tsx';
import { isModifiedClick } from '../../keys/clicks.ts';
import { createAction } from '../../menu/action.ts';
import { Menu } from '../../menu/Menu.tsx';
import { t } from '../../text.ts';
import { inFolder, routeHash } from '../model/route.ts';
import { getFolderRef } from '../model/targets.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';
import { getFolderName } from '../wording.ts';
import './toolbar.css';

interface PathStep {
  /** Null: all files. */
  readonly id: string | null;
  readonly name: string;
}

/** A menu in the middle has the others. */
const shownSteps = 4;

export function Breadcrumb() {
  const files = useFilesContext();
  const { route, go } = files;
  const steps = listSteps(files);
  const hidden = steps.length > shownSteps ? steps.slice(1, steps.length - shownSteps + 2) : [];
  const [top, ...following] = steps.filter((step) => !hidden.includes(step));
  const last = steps.at(-1);
  return (
    <nav class="grow" aria-label={t('files.path')}>
      <ol class="breadcrumb-steps row gap-0">
        {top && <PathLink step={top} isLast={top === last} />}
        {hidden.length > 0 && (
          <li class="breadcrumb-step row gap-0">
            <Icon name="forward" class="breadcrumb-mark tone-quiet icon-directed" />
            <Menu
              class="icon-button"
              label={t('files.pathMore')}
              groups={() => [
                hidden.map(({ id, name }) =>
                  createAction(id ?? '', 'folder', name, () => go(inFolder(route, id))),
                ),
              ]}
            />
          </li>
        )}
        {following.map((step) => (
          <PathLink key={step.id} step={step} isLast={step === last} hasMark />
        ))}
      </ol>
    </nav>
  );
}

function listSteps({ snapshot, route: { folderId } }: FilesContext): readonly PathStep[] {
  const all = { id: null, name: getFolderName(snapshot, null) };
  if (folderId === null) return [all];
  const path = snapshot.getPath(folderId).map((folder) => ({ id: folder.id, name: folderName(folder) }));
  const steps = [all, { id: rootId, name: getFolderName(snapshot, rootId) }, ...path];
  // An unknown folder has no path.
  return steps.at(-1)?.id === folderId
    ? steps
    : [...steps, { id: folderId, name: getFolderName(snapshot, folderId) }];
}

interface PathLinkProps {
  readonly step: PathStep;
  readonly isLast: boolean;
  readonly hasMark?: boolean;
}

function PathLink({ step: { id, name }, isLast, hasMark = false }: PathLinkProps) {
  const { route, go, snapshot } = useFilesContext();
  return (
    <li class="breadcrumb-step row gap-0">
      {hasMark && <Icon name="forward" class="breadcrumb-mark tone-quiet icon-directed" />}
      <a
        class="breadcrumb-link tone-quiet inset-ring one-line"
        dir="auto"
        title={name}
        href={routeHash(inFolder(route, id))}
        aria-current={isLast ? 'page' : undefined}
        draggable={false}
        onClick={(event) => {
          if (isModifiedClick(event)) return;
          event.preventDefault();
          go(inFolder(route, id));
        }}
        {...(id !== null && folderTarget(getFolderRef(snapshot, id)))}
      >
        {name}
      </a>
    </li>
  );
}
