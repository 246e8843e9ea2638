/** The files of an account that were reported for takedown: filtered as one types, new ones marked, saved as a table. */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { ListedTakedown } from '../../lib/protocol.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { problemOf } from '../problem.ts';
import { problemSentence } from '../problem-sentence.ts';
import { useServices } from '../services.ts';
import { plural, t } from '../text.ts';
import { downloadText } from '../uploads/download.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { createTakedownFilter, type TakedownRow, takedownRows, takedownsCsv } from './rows.ts';
import { TakedownList } from './TakedownList.tsx';
import { takedownActions } from './takedown-actions.ts';
import '../no-match.css';
import './takedowns.css';

export interface TakedownsProps {
  /** Another one needs another component (`key`). */
  readonly account: Account;
  /** What to call the account. */
  readonly label: string;
  /** Null until it is read. */
  readonly snapshot: Snapshot | null;
  /** Opens an address in a new tab. */
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FileLocation) => void;
}

export function Takedowns({ account, label, snapshot, open, showFile }: TakedownsProps) {
  const id = useId();
  const services = useServices();
  const outcome = useOutcome();
  const { takedowns, problem, ask } = useTakedowns(account.id);
  const [typed, setTyped] = useState('');
  const rows = useMemo(
    () => takedowns && takedownRows(takedowns, snapshot, account.baseUrl),
    [takedowns, snapshot, account.baseUrl],
  );
  const find = useMemo(() => createTakedownFilter(rows ?? []), [rows]);
  const found = useMemo(() => find(typed), [find, typed]);
  const newCount = rows?.filter(({ isNew }) => isNew).length ?? 0;
  const context = { account, services, outcome, open, showFile };

  return (
    <section class="takedowns" aria-labelledby={id} aria-busy={rows === null && problem === null}>
      <header class="takedowns-head">
        <h2 id={id} class="takedowns-title" dir="auto">
          {t('takedowns.title', { name: label })}
        </h2>
        <IconButton icon="again" label={t('takedowns.refresh')} onClick={ask} />
        <p class="takedowns-hint">{t('takedowns.hint')}</p>
      </header>
      <div class="notice-area" role="status">
        {problem !== null && (
          <Notice tone="bad" text={problem} action={{ label: t('common.retry'), onClick: ask }} />
        )}
        {newCount > 0 && <Notice tone="warn" text={plural('takedowns.newCount', newCount)} />}
      </div>
      {rows === null && problem === null && <UploadsSkeleton />}
      {rows?.length === 0 && <NoTakedowns />}
      {rows && rows.length > 0 && (
        <>
          <div class="takedowns-tools">
            <Field
              label={t('takedowns.filter')}
              hideLabel
              type="search"
              placeholder={t('takedowns.filter')}
              value={typed}
              onInput={setTyped}
            />
            <p class="takedowns-count" role="status">
              {plural('takedowns.count', found.length)}
            </p>
            <Button
              icon="document"
              disabled={found.length === 0}
              onClick={() => {
                saveCsv(found, services.now());
                outcome.show({ tone: 'good', text: plural('takedowns.saved', found.length) });
              }}
            >
              {t('takedowns.csv')}
            </Button>
          </div>
          {found.length > 0 ? (
            <TakedownList rows={found} actionsFor={(row) => takedownActions(row, context)} />
          ) : (
            <div class="no-match takedowns-no-match">
              <p>{t('takedowns.noMatch', { text: typed.trim() })}</p>
              <Button small onClick={() => setTyped('')}>
                {t('takedowns.showAll')}
              </Button>
            </div>
          )}
        </>
      )}
      <div class="takedowns-outcome">
        <NoticeArea {...outcome} />
      </div>
    </section>
  );
}

function useTakedowns(accountId: string) {
  const { send } = useServices();
  /** Null until the service has answered. */
  const [takedowns, setTakedowns] = useState<readonly ListedTakedown[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(0);
  async function ask(): Promise<void> {
    newest.current += 1;
    const requestNumber = newest.current;
    try {
      const listed = await send('takedowns.list', { accountId });
      if (requestNumber !== newest.current) return;
      setTakedowns(listed);
      setProblem(null);
    } catch (error) {
      // What was listed before stays.
      if (requestNumber === newest.current) setProblem(problemSentence(problemOf(error)));
    }
  }
  useEffect(() => {
    void ask();
    return () => {
      newest.current = Number.POSITIVE_INFINITY;
    };
  }, []);
  return { takedowns, problem, ask };
}

function saveCsv(rows: readonly TakedownRow[], nowMs: number): void {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  // Without the mark, spreadsheets do not read the table as UTF-8.
  downloadText(`linkhaul-takedowns-${day}.csv`, `\ufeff${takedownsCsv(rows)}`);
}

function NoTakedowns() {
  return (
    <div class="empty">
      <Icon name="done" class="empty-icon" />
      <h3>{t('takedowns.none')}</h3>
      <p>{t('takedowns.noneText')}</p>
    </div>
  );
}
