/** Files of the account that are probably the same, and a folder of their own for those that are not kept. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { CatalogFile } from '../../lib/catalog/file.ts';
import { type FileLocation, fileHash } from '../../lib/catalog/file-hash.ts';
import { type DuplicateGroup, findDuplicates } from '../../lib/catalog/query/duplicates.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { BulkJobs } from '../bulk/BulkJobs.tsx';
import { Button } from '../button/Button.tsx';
import { Empty } from '../Empty.tsx';
import { CatalogLoading } from '../files/list/EmptyList.tsx';
import { formatDay, formatLength, formatPath, formatSize, titleOf } from '../files/model/file-format.ts';
import type { FilesData } from '../files/model/files-data.ts';
import { Notice } from '../notice/Notice.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { joinFacts, plural, t } from '../text.ts';
import { useIncrementalRows } from '../virtual/useIncrementalRows.tsx';
import './duplicates.css';

/** What the manager gives the view. */
export interface DuplicatesViewProps {
  readonly account: Account;
  /** Shown by the page. */
  readonly outcome: Outcome;
  readonly showFile: (place: FileLocation) => void;
}

export interface DuplicatesProps
  extends DuplicatesViewProps,
    Pick<FilesData, 'useCatalog' | 'catalogProblem' | 'useJobs' | 'readFailures'> {}

export function Duplicates(props: DuplicatesProps) {
  const { account, outcome, useCatalog, useJobs, readFailures } = props;
  const snapshot = useCatalog(account.id);
  const jobs = useJobs(account.id);
  const title = useRef<HTMLHeadingElement>(null);
  if (snapshot === null || snapshot.accountId !== account.id)
    return <CatalogLoading problem={props.catalogProblem} />;
  return (
    <div class="manager-view scroll duplicates">
      <h2 ref={title} class="heading" tabIndex={-1}>
        {t('duplicates.title')}
      </h2>
      <DuplicateGroups
        {...props}
        snapshot={snapshot}
        isMoving={jobs.some(({ state }) => state === 'working' || state === 'waiting')}
      />
      <BulkJobs {...{ jobs, outcome, readFailures }} onFocusLost={() => title.current?.focus()} />
    </div>
  );
}

interface DuplicateGroupsProps extends DuplicatesViewProps {
  readonly snapshot: Snapshot;
  readonly isMoving: boolean;
}

function DuplicateGroups({ account, snapshot, outcome, showFile, ...props }: DuplicateGroupsProps) {
  const { send } = useServices();
  const [isStarting, setStarting] = useState(false);
  /** Made here, until the snapshot has it. */
  const createdFolder = useRef<FolderRef | null>(null);
  const isMoving = isStarting || props.isMoving;
  /** Codes of files that the user keeps beside the first of their group. */
  const [keptCodes, setKeptCodes] = useState<ReadonlySet<string>>(new Set());
  const folder = snapshot.foldersIn('0').find(({ name }) => name === t('duplicates.folder'));
  const groups = useMemo(
    () => findDuplicates(snapshot, new Set(folder ? [folder.id] : [])),
    [snapshot, folder?.id],
  );
  const { shown, sentinel } = useIncrementalRows(groups.length);
  const extras = groups.flatMap((group) => extrasOf(group, keptCodes));
  const { phase } = snapshot.syncStatus;

  async function move(files: readonly CatalogFile[]): Promise<void> {
    setStarting(true);
    await outcome.run(start(files), () => null);
    setStarting(false);
  }
  const start = async (files: readonly CatalogFile[]) => {
    const target: FolderRef =
      folder ??
      createdFolder.current ??
      (await send('folders.create', {
        ...{ name: t('duplicates.folder'), parentId: '0', accountId: account.id },
      }));
    createdFolder.current = target;
    await send('bulk.start', {
      accountId: account.id,
      work: { kind: 'move', files, folder: { id: target.id, name: target.name } },
    });
  };
  const setKept = (code: string, isKept: boolean) =>
    setKeptCodes((codes) => new Set([...codes].filter((each) => each !== code).concat(isKept ? [code] : [])));

  return (
    <>
      <p class="tone-quiet">{t('duplicates.hint', { folder: t('duplicates.folder') })}</p>
      <div class="notice-area" role="status">
        {phase !== 'complete' && <Notice tone="warn" text={t('duplicates.incomplete')} />}
      </div>
      {groups.length === 0 ? (
        <Empty icon="done" level="h3" title={t('duplicates.none')} text={t('duplicates.noneText')} />
      ) : (
        <>
          <div class="duplicates-tools row wrap gap-3">
            <p role="status">{plural('duplicates.groups', groups.length)}</p>
            <Button icon="folder" disabled={extras.length === 0 || isMoving} onClick={() => move(extras)}>
              {plural('duplicates.moveAll', extras.length)}
            </Button>
          </div>
          <ul>
            {groups.slice(0, shown).map((group) => (
              <Group
                key={group.files[0]?.fileCode}
                {...{ group, keptCodes, setKept, snapshot, isMoving }}
                placeOf={(file) => ({
                  accountId: account.id,
                  folderId: file.folderId,
                  fileCode: file.fileCode,
                })}
                onShow={showFile}
                onMove={move}
              />
            ))}
          </ul>
          {sentinel}
        </>
      )}
    </>
  );
}

const extrasOf = ({ files }: DuplicateGroup, keptCodes: ReadonlySet<string>): readonly CatalogFile[] =>
  files.slice(1).filter(({ fileCode }) => !keptCodes.has(fileCode));

interface GroupProps {
  readonly group: DuplicateGroup;
  readonly keptCodes: ReadonlySet<string>;
  readonly setKept: (fileCode: string, isKept: boolean) => void;
  readonly snapshot: Snapshot;
  readonly isMoving: boolean;
  readonly placeOf: (file: CatalogFile) => FileLocation;
  readonly onShow: (place: FileLocation) => void;
  readonly onMove: (files: readonly CatalogFile[]) => void;
}

function Group({ group, keptCodes, setKept, snapshot, isMoving, placeOf, onShow, onMove }: GroupProps) {
  const [first] = group.files;
  const extras = extrasOf(group, keptCodes);
  if (!first) return null;
  const title = titleOf(first);
  return (
    <li class="duplicates-group">
      <header class="row wrap gap-3">
        <h3 class="duplicates-name medium one-line" dir="auto" title={title}>
          {title}
        </h3>
        <span class="duplicates-reason tone-quiet">
          {t(group.isSameLength ? 'duplicates.sameLength' : 'duplicates.sameTitle')}
        </span>
        <Button small disabled={extras.length === 0 || isMoving} onClick={() => onMove(extras)}>
          {plural('duplicates.move', extras.length)}
        </Button>
      </header>
      <ul>
        {group.files.map((file, index) => (
          <li key={file.fileCode} class="duplicates-file">
            <label class="row">
              <input
                type="checkbox"
                checked={index === 0 || keptCodes.has(file.fileCode)}
                disabled={index === 0}
                onChange={(event) => setKept(file.fileCode, event.currentTarget.checked)}
              />
              {t('duplicates.keep')}
              <span class="visually-hidden">{file.title}</span>
            </label>
            <a
              class="duplicates-link"
              href={fileHash(placeOf(file))}
              onClick={(event) => {
                event.preventDefault();
                onShow(placeOf(file));
              }}
            >
              <span class="one-line" dir="auto">
                {titleOf(file)}
              </span>
            </a>
            <span class="duplicates-facts note one-line">{factsOf(file, snapshot)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

const factsOf = (file: CatalogFile, snapshot: Snapshot): string =>
  joinFacts([
    formatPath(snapshot, file.folderId) || t('menu.rootFolder'),
    formatLength(file.length),
    formatSize(file),
    plural('duplicates.views', file.views ?? 0),
    formatDay(file.uploaded),
  ]);
