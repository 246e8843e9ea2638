import { useMemo, useState } from 'preact/hooks';
import { useShortlist } from '#page/page-data.ts';
import { type ParsedCodes, parseCodes } from '../../lib/bulk/parse-codes.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { VirtualList } from '../list/VirtualList.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useHint } from '../notice/useFeedback.ts';
import { format, plural, t } from '../text.ts';
import { PasteForm } from './PasteForm.tsx';
import { useStartWork, type WorkDialogProps } from './useStartWork.ts';
import './bulk.css';

interface CloneDialogProps extends WorkDialogProps {
  /** Of the service, as in `URL.host`. */
  readonly hosts: readonly string[];
  readonly pasted?: string | undefined;
  /** Lengths of the account's own codes. */
  readonly codeLengths?: ReadonlySet<number>;
  /** Null: the default folder. */
  readonly folder: FolderRef | null;
  readonly titleOf: (fileCode: string) => string | null;
}

export function CloneDialog(props: CloneDialogProps) {
  const { accountId, hosts, codeLengths, titleOf } = props;
  const shortlist = useShortlist();
  const { notice, show, start, isStarting, close } = useStartWork(props);
  const [text, setText] = useState(props.pasted ?? '');
  const [chosen, setChosen] = useState<FolderRef | null>(props.folder);
  const read = useMemo(() => parseCodes(text, hosts, codeLengths), [text, hosts, codeLengths]);
  const folder = chosen ?? shortlist.default;
  const count = read.codes.length;
  const otherCount = read.codes.filter(({ otherHost }) => otherHost !== undefined).length;
  useHint(notice, show, t('bulk.paste.nothing'), count > 0);

  async function submit() {
    if (count === 0) return show({ tone: 'warn', text: t('bulk.paste.nothing') });
    const fileCodes = read.codes.map(({ fileCode }) => fileCode);
    await start({ kind: 'clone', fileCodes, titles: fileCodes.map(titleOf), folder });
  }

  return (
    <Dialog title={t('bulk.paste.title')} kind="panel" onClose={close}>
      <PasteForm hint={t('bulk.paste.hint')} rows={5} value={text} onInput={setText} onSubmit={submit} />
      {text.trim() !== '' && <Preview read={read} titleOf={titleOf} />}
      <p class="collapse-empty tone-quiet bulk-counts flow" role="status">
        {text.trim() !== '' && <span>{plural('bulk.paste.found', count)}</span>}
        {otherCount > 0 && <span class="tone-warn">{plural('bulk.paste.otherSite', otherCount)}</span>}
        {read.repeated > 0 && <span>{plural('bulk.paste.repeated', read.repeated)}</span>}
        {read.unread.length > 0 && (
          <span class="tone-warn">{plural('bulk.paste.unread', read.unread.length)}</span>
        )}
      </p>
      <NoticeArea notice={notice} show={show} />
      <div class="dialog-buttons">
        <FolderButton accountId={accountId} folder={folder} shortlist={shortlist} onChange={setChosen} />
        <span class="grow" />
        <Button onClick={close} disabled={isStarting}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" onClick={submit} isBusy={isStarting}>
          {count === 0 ? t('bulk.clone') : plural('bulk.cloneFiles', count)}
        </Button>
      </div>
    </Dialog>
  );
}

function Preview({ read, titleOf }: { read: ParsedCodes } & Pick<CloneDialogProps, 'titleOf'>) {
  const { codes, unread } = read;
  return (
    <VirtualList
      label={t('bulk.paste.preview')}
      class="bulk-lines grow framed"
      count={unread.length + codes.length}
      rowHeight={28}
      rowClass={() => 'bulk-line row gap-3'}
    >
      {(index) => {
        const bad = unread[index];
        const code = codes[index - unread.length];
        const line = format.number(bad?.line ?? code?.line ?? 0);
        const text = bad?.text ?? (code && titleOf(code.fileCode)) ?? code?.fileCode ?? '';
        return (
          <>
            <span class="grow one-line" dir="auto" title={text}>
              {text}
            </span>
            {code?.otherHost !== undefined && <span class="note tone-warn">{code.otherHost}</span>}
            <span class={`note${bad ? ' tone-warn' : ''}`}>
              {bad ? t('bulk.paste.badLine', { line }) : t('manager.line', { line })}
            </span>
          </>
        );
      }}
    </VirtualList>
  );
}
