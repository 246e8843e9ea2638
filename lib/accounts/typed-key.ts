/** The API key in what people paste. Pure. */
import { cleanText } from '../api/index.ts';

const label = /^["'{\s]*(?:x-)?(?:api|access)?[ _-]?key["']?\s*[:=：]\s*/i;
const around = /^["'“”„«»‘’`<]+|(?<!["'“”„«»‘’`>}])["'“”„«»‘’`>}]+$/g;

/** The key without quotes and its name, also of a call's address and in wide letters; empty where there is none. */
export function parseKey(text: string): string {
  const entered = cleanText(text);
  const inAddress = /[?&]key=([^&#\s]+)/.exec(entered)?.[1];
  const key = (inAddress ?? entered.replace(label, '')).replace(around, '').trim();
  return /[\uff01-\uff5e]/.test(key) ? key.normalize('NFKC') : key;
}
