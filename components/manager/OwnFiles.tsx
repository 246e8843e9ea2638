/** Uploads files of the user's: by a button, or dropped or pasted anywhere in the view. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Destination } from '../../lib/uploads/uploads.ts';
import { Button } from '../button/Button.tsx';
import { folderName } from '../folders/name.ts';
import { namedList } from '../format/named-list.ts';
import type { NoticeContent } from '../notice/Notice.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import { takeFiles } from './dropped-files.ts';
import {
  chooseFiles,
  type DroppedFile,
  groupByFolder,
  isSystemFile,
  readTransfer,
  type SendFiles,
} from './own-files.ts';
import './own-files.css';

export interface OwnFilesProps {
  readonly to: Destination;
  readonly sendFiles: SendFiles;
  readonly outcome: Outcome;
  /** Without the button: files can be dropped and pasted only. */
  readonly isDropOnly?: boolean;
  /** Why the view was opened: to choose files, or to take those that were dropped elsewhere, by their token. Once. */
  readonly opening?: { readonly token: string; readonly onDone: () => void } | undefined;
}

/** As the token: opened to choose files. */
export const chooseToken = 'choose';

export function OwnFiles({ to, sendFiles, outcome, isDropOnly = false, opening }: OwnFilesProps) {
  const { send } = useServices();
  const tools = useRef<HTMLSpanElement>(null);
  const [isDropping, setDropping] = useState(false);

  /** Looks whether there is room, where the service says how much. */
  async function start(given: readonly DroppedFile[]): Promise<NoticeContent | null> {
    const dropped = given.filter((each) => !isSystemFile(each));
    const leftOut = leftOutSentence(given.filter(isSystemFile));
    if (dropped.length === 0) return leftOut === false ? null : { tone: 'warn', text: leftOut };
    const { accountId } = to;
    const storageLeft = await send('accounts.check', { accountId }).then(
      ({ storageLeft }) => storageLeft,
      () => null,
    );
    const needed = dropped.reduce((sum, { file }) => sum + file.size, 0);
    if (storageLeft === null || needed <= storageLeft) return upload(dropped, leftOut);
    return {
      tone: 'warn',
      text: t('ownFiles.room', {
        needed: format.bytes(needed),
        left: format.bytes(Math.max(storageLeft, 0)),
      }),
      action: {
        label: t('send.anyway'),
        onClick: async () => void (await outcome.run(upload(dropped, leftOut), (notice) => notice)),
      },
    };
  }

  async function upload(
    dropped: readonly DroppedFile[],
    leftOut: string | false,
  ): Promise<NoticeContent | null> {
    let [queued, needsPage] = [0, false];
    const sentTo: FolderRef[] = [];
    const [duplicates, sameTitle]: [File[], File[]] = [[], []];
    const heldBack: (readonly [readonly File[], Destination])[] = [];
    async function sendAll(groups: Iterable<readonly [readonly File[], Destination]>, anyway: boolean) {
      for (const [files, destination] of groups) {
        const result = await sendFiles(files, destination, anyway);
        queued += result.queued;
        if (result.queued > 0) sentTo.push(destination.folder);
        duplicates.push(...result.duplicates);
        sameTitle.push(...result.sameTitle);
        needsPage ||= result.needsPage;
        const rejected = [...result.duplicates, ...result.sameTitle];
        if (rejected.length > 0) heldBack.push([rejected, destination]);
      }
    }
    const grouped = await groupByFolder(dropped, to.folder, to.accountId, send);
    await sendAll(
      [...grouped].map(([folder, files]) => [files, { ...to, folder }] as const),
      false,
    );
    const listOf = (folders: Iterable<FolderRef>) =>
      namedList([...new Map(Array.from(folders, (folder) => [folder.id, folderName(folder)])).values()]);
    const anyway = () => {
      const groups = heldBack.splice(0);
      const list = listOf(groups.map(([, { folder }]) => folder));
      return outcome.run(sendAll(groups, true), () =>
        plural('ownFiles.queued', duplicates.length + sameTitle.length, { list }),
      );
    };
    return {
      tone: heldBack.length === 0 ? 'good' : 'warn',
      text: joinSentences([
        duplicates.length > 0 &&
          plural('ownFiles.duplicates', duplicates.length, { list: namedList(duplicates.map(nameOf)) }),
        sameTitle.length > 0 &&
          plural('ownFiles.sameTitle', sameTitle.length, { list: namedList(sameTitle.map(nameOf)) }),
        queued > 0 && plural('ownFiles.queued', queued, { list: listOf(sentTo) }),
        queued > 0 && needsPage && t('ownFiles.keepOpen'),
        leftOut,
      ]),
      action:
        heldBack.length > 0
          ? { label: t('send.anyway'), onClick: async () => void (await anyway()) }
          : undefined,
    };
  }

  /** `isDrop`: what was dropped may hold no file, and that is said; a dialog without one was cancelled. */
  async function take(files: Promise<readonly DroppedFile[]>, isDrop = false): Promise<void> {
    await outcome.run(files.then(start), (notice) =>
      notice === null && isDrop ? { tone: 'warn', text: t('ownFiles.empty') } : notice,
    );
  }
  const latest = useRef(take);
  latest.current = take;

  useEffect(() => {
    if (opening === undefined) return;
    opening.onDone();
    if (opening.token === chooseToken) return tools.current?.querySelector('button')?.focus();
    takeFiles(opening.token, (files) => void latest.current(Promise.resolve(files), true));
  }, []);

  useEffect(() => {
    const listening = new AbortController();
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listener, { signal: listening.signal });
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDropping(true);
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setDropping(false);
    });
    on('drop', (event) => {
      setDropping(false);
      if (event.dataTransfer === null || !hasFiles(event)) return;
      event.preventDefault();
      void latest.current(readTransfer(event.dataTransfer), true);
    });
    on('paste', ({ clipboardData }) => {
      // Programs put a picture of the text beside it.
      if (clipboardData?.types.includes('Files') && !clipboardData.types.includes('text/plain'))
        void latest.current(readTransfer(clipboardData));
    });
    return () => listening.abort();
  }, []);

  return (
    <>
      {!isDropOnly && (
        <span ref={tools}>
          <Button
            icon="sending"
            onClick={() =>
              void take(chooseFiles(true).then((files) => files.map((file) => ({ file, path: [] }))))
            }
          >
            {t('ownFiles.choose')}
          </Button>
        </span>
      )}
      {isDropping && (
        <div class="drop-target center">{t('ownFiles.drop', { folder: folderName(to.folder) })}</div>
      )}
    </>
  );
}

const nameOf = ({ name }: File) => name;

/**
 * Services take files on hosts of their own, which the user has to allow as well.
 *
 * @param pattern match pattern of the blocked upload host; null: none is blocked
 */
export function useBlockedHostNotice(
  pattern: string | null,
  onAllowed: () => void,
): readonly NoticeContent[] {
  const { requestHost } = useServices();
  if (pattern === null) return [];
  const { host } = new URL(pattern.replace('/*', '/'));
  const onClick = async () => {
    if (await requestHost(pattern)) onAllowed();
  };
  const action = { label: t('ownFiles.allow'), onClick };
  return [{ tone: 'warn', text: t('ownFiles.blocked', { host }), action }];
}

/** False where nothing was left out. */
function leftOutSentence(files: readonly DroppedFile[]): string | false {
  const names = [...new Set(files.map(({ file }) => file.name))];
  return names.length > 0 && t('ownFiles.leftOut', { list: namedList(names) });
}
