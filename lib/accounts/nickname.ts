/** Nicknames of accounts. Apart from the account, because the popup reads no texts from outside. */
import { cleanText } from '../api/clean-text.ts';
import type { Accounts } from './account.ts';

/** Code points of a nickname. */
const maxNicknameLength = 40;

/** An empty nickname takes it away. */
export function withNickname(accounts: Accounts, id: string, text: string): Accounts {
  const line = cleanText(text).replace(/\s+/gu, ' ');
  const nickname = [...line].slice(0, maxNicknameLength).join('').trim();
  return {
    ...accounts,
    list: accounts.list.map((each) => (each.id === id ? { ...each, nickname: nickname || undefined } : each)),
  };
}
