/** How much room is left in the account, as the service says it now. */
import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../../lib/accounts/account.ts';
import { Room, type RoomProps } from '../../accounts/Room.tsx';
import { problemOf } from '../../problem.ts';
import { problemSentence } from '../../problem-sentence.ts';
import { useServices } from '../../services.ts';
import { t } from '../../text.ts';
import './storage-usage.css';

export function AccountRoom({ account }: { account: Account }) {
  const { send } = useServices();
  const [room, setRoom] = useState<RoomProps | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    setRoom(null);
    setWrong(null);
    send('accounts.check', { accountId: account.id }).then(
      (answer) => isWanted && setRoom(answer),
      (error) => isWanted && setWrong(problemSentence(problemOf(error))),
    );
    return () => {
      isWanted = false;
    };
  }, [send, account.id]);

  if (wrong !== null) return <p class="account-room-wrong">{wrong}</p>;
  return room === null ? <p class="account-room-wait">{t('files.checking')}</p> : <Room {...room} />;
}
