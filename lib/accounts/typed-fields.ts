/** Reads what people type for an account. Separate from the account, because the popup doesn't need it. Pure. */
import { cleanText } from '../api/clean-text.ts';
import { type Accounts, changeAccount } from './account.ts';

const label = /^["'{\s]*(?:x-)?(?:api|access)?[ _-]?key["']?\s*[:=：]\s*/i;
const around = /^["'“”„«»‘’`<]+|(?<!["'“”„«»‘’`>}])["'“”„«»‘’`>}]+$/g;

/** Without quotes and its name. Also finds the key in the address of a call, and in full-width letters. Empty if there is none. */
export function parseKey(text: string): string {
  const entered = cleanText(text);
  const inAddress = /[?&]key=([^&#\s]+)/.exec(entered)?.[1];
  const key = (inAddress ?? entered.replace(label, '')).replace(around, '').trim();
  return /[\uff01-\uff5e]/.test(key) ? key.normalize('NFKC') : key;
}

/** In code points. */
const maxNicknameLength = 40;

/** An empty nickname removes it. */
export function withNickname(accounts: Accounts, id: string, text: string): Accounts {
  const line = cleanText(text).replace(/\s+/gu, ' ');
  const nickname = [...line].slice(0, maxNicknameLength).join('').trim() || undefined;
  return changeAccount(accounts, id, (each) => ({ ...each, nickname }));
}
