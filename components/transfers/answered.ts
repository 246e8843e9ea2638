/** What the service says about an action, told to the user. */
import { t } from '../text.ts';

/** Our sentence, and the service's own words where they say more than "OK". */
export function answered(sentence: string, msg: string): string {
  const isBare = msg.trim() === '' || msg.trim().toUpperCase() === 'OK';
  return isBare ? sentence : `${sentence} ${t('transfers.serviceSays', { msg })}`;
}
