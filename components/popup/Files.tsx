/** What is known of the account's files without browsing them: the room left, and what Linkhaul has brought there. */
import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { Room } from '../accounts/Room.tsx';
import { IconButton } from '../button/Button.tsx';
import { folderName } from '../folders/name.ts';
import { Icon } from '../icons/Icon.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { problemOf } from '../problem.ts';
import { problemSentence } from '../problem-sentence.ts';
import { useNow, useServices } from '../services.ts';
import { format, t } from '../text.ts';
import { playerAddress } from '../transfers/player.ts';
import type { Row } from '../transfers/rows.ts';
import './files.css';

export interface FilesProps {
  readonly account: Account;
  /** Rows of the transfers list; those that are done are shown. */
  readonly rows: readonly Row[];
  readonly open: (address: string) => void;
}

export function Files({ account, rows, open }: FilesProps) {
  const { copy } = useServices();
  const { notice, show } = useOutcome();
  const now = useNow(10);
  const arrived = rows.filter(({ state }) => state.kind === 'done');
  return (
    <div class="files">
      <section class="files-room">
        <AccountRoom account={account} />
        <a class="files-browse" href={account.baseUrl} target="_blank" rel="noreferrer">
          {t('files.browse', { host: new URL(account.baseUrl).host })}
          <Icon name="outside" />
          <span class="visually-hidden">{t('common.opensTab')}</span>
        </a>
      </section>
      <h2 class="files-heading">{t('files.arrived')}</h2>
      {arrived.length === 0 ? (
        <p class="files-none">{t('files.none')}</p>
      ) : (
        <ul class="files-list">
          {arrived.slice(0, 100).map((row) => (
            <li key={row.key} class="files-file">
              <div class="files-what">
                <p class="one-line" dir="auto" title={row.title}>
                  {row.title}
                </p>
                <p class="files-where">
                  {t('transfers.done', {
                    folder: folderName(row.folder),
                    when: row.state.kind === 'done' ? format.relative(row.state.at, now) : '',
                  })}
                </p>
              </div>
              <IconButton
                icon="copy"
                label={t('transfers.copyLink')}
                onClick={() =>
                  copy(playerAddress(account.baseUrl, row.fileCode ?? '')).then(
                    () => show({ tone: 'good', text: t('transfers.copied') }),
                    () => show({ tone: 'bad', text: t('transfers.notCopied') }),
                  )
                }
              />
              <IconButton
                icon="play"
                label={t('transfers.openPlayer')}
                onClick={() => open(playerAddress(account.baseUrl, row.fileCode ?? ''))}
              />
            </li>
          ))}
        </ul>
      )}
      <div class="popup-outcome">
        <NoticeArea notice={notice} onDismiss={() => show(null)} />
      </div>
    </div>
  );
}

function AccountRoom({ account }: { account: Account }) {
  const { send } = useServices();
  const [room, setRoom] = useState<{ left: number | null; used: number | null } | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    send('accounts.check', { accountId: account.id }).then(
      ({ storageLeft, storageUsed }) => isWanted && setRoom({ left: storageLeft, used: storageUsed }),
      (error) => isWanted && setWrong(problemSentence(problemOf(error))),
    );
    return () => {
      isWanted = false;
    };
  }, [send, account.id]);

  if (wrong !== null) return <p class="files-wrong">{wrong}</p>;
  return room === null ? <p class="files-none">{t('files.checking')}</p> : <Room {...room} />;
}
