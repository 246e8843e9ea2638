/** Finds dead links in a pasted list. */
import { useMemo, useState } from 'preact/hooks';
import { useLinkCheck } from '#page/catalog.ts';
import { useAccounts } from '#page/page-data.ts';
import { type Account, noAccounts } from '../../lib/accounts/account.ts';
import {
  type CheckedLink,
  isOpen,
  type LinkCheck,
  type LinkVerdict,
} from '../../lib/bulk/link-check/checked-link.ts';
import { parseLinks } from '../../lib/bulk/parse-codes.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { Select } from '../field/Select.tsx';
import { useMediaQuery } from '../hooks/useMediaQuery.ts';
import { VirtualList } from '../list/VirtualList.tsx';
import { copyText } from '../notice/copy-text.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Feedback, useFeedback, useHint } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { Progress } from '../progress/Progress.tsx';
import { downloadText, fileName, markUtf8 } from '../save-as-file.ts';
import { format, plural, t } from '../text.ts';
import {
  accountNames,
  countVerdicts,
  findAccountIds,
  groupByHost,
  type HostGroup,
  linksCsv,
  listFileHosts,
  newLinks,
  reasonText,
  verdicts,
  verdictText,
} from './link-check.ts';
import { PasteForm } from './PasteForm.tsx';
import './bulk.css';

/** Too narrow for a reason on one line. */
const narrowQuery = '(max-width: 560px)';

interface CheckDialogProps {
  /** Checks the codes that have no address. */
  readonly account: Account;
  readonly codeLengths: ReadonlySet<number>;
  readonly onClose: () => void;
}

export function CheckDialog(props: CheckDialogProps) {
  const check = useLinkCheck();
  const feedback = useFeedback();
  const [isNew, setNew] = useState(false);
  return (
    <Dialog title={t('linkCheck.title')} kind="panel" onClose={props.onClose}>
      <div class="bulk-wide column gap-3">
        {check !== null && !isNew ? (
          <Results check={check} feedback={feedback} onNew={() => setNew(true)} onClose={props.onClose} />
        ) : (
          <Paste {...props} feedback={feedback} onStarted={() => setNew(false)} />
        )}
      </div>
    </Dialog>
  );
}

interface PasteProps extends CheckDialogProps {
  readonly feedback: Feedback;
  readonly onStarted: () => void;
}

function Paste({ account, codeLengths, feedback, onStarted, onClose }: PasteProps) {
  const { send } = usePageApi();
  const accounts = useAccounts() ?? noAccounts;
  const isNarrow = useMediaQuery(narrowQuery);
  const [text, setText] = useState('');
  /** The chosen account for each host. Empty: none. */
  const [chosen, setChosen] = useState<ReadonlyMap<string | null, string>>(new Map());
  const findIds = (host: string | null) => findAccountIds(accounts, host, account);
  const { links, unread } = useMemo(() => {
    return parseLinks(text, listFileHosts(accounts), codeLengths);
  }, [text, codeLengths, accounts]);
  const groups = useMemo(() => groupByHost(links, findIds), [links, accounts]);
  const getAccountIds = (host: string | null) => {
    const choice = chosen.get(host);
    if (choice === undefined) return findIds(host);
    return choice === '' ? [] : [choice];
  };
  useHint(feedback.notice, feedback.show, t('linkCheck.nothing'), links.length > 0);

  async function submit() {
    if (links.length === 0) return feedback.show({ tone: 'warn', text: t('linkCheck.nothing') });
    const started = send('checks.start', { links: newLinks(links, unread, getAccountIds) });
    if (await feedback.run(started, () => null)) onStarted();
  }

  return (
    <>
      <PasteForm hint={t('linkCheck.hint')} rows={8} value={text} onInput={setText} onSubmit={submit} />
      <p class="collapse-empty tone-quiet bulk-counts flow" role="status">
        {text.trim() !== '' && <span>{t('linkCheck.found', { count: format.number(links.length) })}</span>}
        {unread.length > 0 && (
          <span class="tone-warn">
            {t('linkCheck.leftOutCount', { count: format.number(unread.length) })}
          </span>
        )}
      </p>
      {groups.length > 0 && (
        <VirtualList
          label={t('linkCheck.hosts')}
          class="bulk-lines grow framed"
          count={groups.length}
          rowHeight={isNarrow ? 52 : 40}
          rowClass={() => 'bulk-line row gap-3'}
        >
          {(index) => {
            const group = groups[index];
            return (
              group && (
                <Host
                  group={group}
                  names={accountNames(accounts, group.accountIds)}
                  accounts={accounts.list.map((each) => [
                    each.id,
                    accountNames(accounts, [each.id])[0] ?? '',
                  ])}
                  choice={chosen.get(group.host) ?? null}
                  onChoose={(choice) => setChosen(new Map([...chosen, [group.host, choice]]))}
                />
              )
            );
          }}
        </VirtualList>
      )}
      <NoticeArea {...feedback} />
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" onClick={submit}>
          {t('linkCheck.title')}
        </Button>
      </div>
    </>
  );
}

interface HostProps {
  readonly group: HostGroup;
  readonly names: readonly string[];
  readonly accounts: readonly (readonly [id: string, name: string])[];
  readonly choice: string | null;
  readonly onChoose: (choice: string) => void;
}

/** The user may know whose host this is, because hosts move and have players elsewhere. */
function Host({ group: { host, count }, names, accounts, choice, onChoose }: HostProps) {
  const name = host ?? t('linkCheck.codes');
  return (
    <>
      <span class="grow one-line" dir="auto" title={name}>
        {name}
      </span>
      <span class="note">{format.number(count)}</span>
      {names.length > 0 ? (
        <span class="note one-line" dir="auto">
          {format.list(names)}
        </span>
      ) : (
        <Select
          aria-label={t('linkCheck.noAccount', { host: name })}
          value={choice ?? ''}
          choices={[['', t('linkCheck.noAccount', { host: name })], ...accounts]}
          onChange={onChoose}
        />
      )}
    </>
  );
}

interface ResultsProps {
  readonly check: LinkCheck;
  readonly feedback: Feedback;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

const tones: Readonly<Record<LinkVerdict, string>> = {
  there: 'tone-good',
  gone: 'tone-bad',
  unknown: 'tone-warn',
  'left-out': 'tone-quiet',
};

function Results({ check, feedback, onNew, onClose }: ResultsProps) {
  const pageApi = usePageApi();
  const { send, now } = pageApi;
  const [shown, setShown] = useState<LinkVerdict | null>(null);
  const isNarrow = useMediaQuery(narrowQuery);
  const { links, isStopped } = check;
  const counts = useMemo(() => countVerdicts(links), [links]);
  const open = counts.get(null) ?? 0;
  const done = links.length - open;
  const listed = useMemo(
    () => (shown === null ? links : links.filter(({ verdict }) => verdict === shown)),
    [links, shown],
  );
  const progress = t('bulk.of', { done: format.number(done), total: format.number(links.length) });
  const gone = links.filter(({ verdict }) => verdict === 'gone');
  const isUnsure = gone.some(({ reason }) => reason === 'not-found');
  return (
    <>
      {open > 0 && (
        <div class="stack gap-1">
          <div class="row gap-3">
            <p class="grow numbers" role="status">
              {isStopped ? t('bulk.stopped', { of: progress }) : t('bulk.checking', { of: progress })}
            </p>
            <Button
              isSmall
              onClick={() => feedback.run(send(isStopped ? 'checks.resume' : 'checks.stop', {}), () => null)}
            >
              {t(isStopped ? 'files.reading.resume' : 'files.reading.stop')}
            </Button>
          </div>
          <Progress label={t('linkCheck.title')} share={done / links.length} text={progress} />
        </div>
      )}
      <RadioGroup
        label={t('files.filter.title')}
        kind="chip"
        value={shown}
        choices={[
          [null, `${t('linkCheck.all')} ${format.number(links.length)}`],
          ...verdicts
            .filter((each) => counts.has(each))
            .map((each) => [each, `${verdictText(each)} ${format.number(counts.get(each) ?? 0)}`] as const),
        ]}
        onChange={setShown}
      />
      {isUnsure && <p class="small tone-quiet">{t('linkCheck.unsure')}</p>}
      <VirtualList
        label={t('linkCheck.list')}
        class="bulk-lines grow framed"
        count={listed.length}
        rowHeight={isNarrow ? 60 : 44}
        rowClass={() => 'bulk-line row gap-3'}
      >
        {(index) => {
          const link = listed[index];
          return link && <Line link={link} isNarrow={isNarrow} />;
        }}
      </VirtualList>
      <NoticeArea {...feedback} />
      <div class="dialog-buttons">
        <div class="row wrap">
          <Button
            icon="copy"
            disabled={gone.length === 0}
            onClick={() =>
              copyText(
                gone.map(({ text }) => text).join('\n'),
                { pageApi, feedback },
                plural('common.linksCopied', gone.length),
              )
            }
          >
            {t('linkCheck.copyGone')}
          </Button>
          <Button
            icon="document"
            onClick={() => downloadText(fileName('links', now(), 'csv'), markUtf8(linksCsv(links)))}
          >
            {t('takedowns.csv')}
          </Button>
        </div>
        {(open === 0 || isStopped) && (
          <Button onClick={() => feedback.run(send('checks.remove', {}), () => null)}>
            {t('send.clear')}
          </Button>
        )}
        <Button onClick={onNew}>{t('linkCheck.again')}</Button>
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

function Line({ link, isNarrow }: { link: CheckedLink; isNarrow: boolean }) {
  const { text, line, verdict } = link;
  const reason = isOpen(link) ? '' : reasonText(link);
  return (
    <>
      <span class="grow stack gap-0">
        <span class="one-line" title={text}>
          <bdi dir={verdict === 'left-out' ? 'auto' : 'ltr'}>{text}</bdi>
        </span>
        <span class={`small tone-quiet ${isNarrow ? 'bulk-line-text clamp' : 'one-line'}`} title={reason}>
          <span class={verdict === null ? '' : `medium ${tones[verdict]}`}>{verdictText(verdict)}</span>
          {reason !== '' && ` · ${reason}`}
        </span>
      </span>
      {!isNarrow && <span class="note">{t('manager.line', { line: format.number(line) })}</span>}
    </>
  );
}
