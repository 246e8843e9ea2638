import { type Account, type Accounts, getAccountLabel } from '../../lib/accounts/account.ts';
import { knownHosts } from '../../lib/accounts/known-hosts.ts';
import { getOwnHosts } from '../../lib/accounts/public-address.ts';
import type {
  CheckedLink,
  LinkReason,
  LinkVerdict,
  NewLink,
} from '../../lib/bulk/link-check/checked-link.ts';
import type { FoundLink, UnreadText } from '../../lib/bulk/parse-codes.ts';
import { csvLine } from '../format/csv.ts';
import { problemSentences } from '../problem/wording.ts';
import { type PlainKey, t } from '../text.ts';

/** Null: codes without an address. */
export interface HostGroup {
  readonly host: string | null;
  readonly count: number;
  /** For codes, the current account. */
  readonly accountIds: readonly string[];
}

const publishedHosts = knownHosts.map(({ site, apis }) =>
  [...(site ? [site] : []), ...apis].map((each) => new URL(each).host),
);

const relatedHosts = (host: string): readonly string[] =>
  publishedHosts.find((hosts) => hosts.includes(host)) ?? [host];

/** Hosts whose paths may start with a file code. */
export const listFileHosts = ({ list }: Accounts): readonly string[] => [
  ...new Set([...list.flatMap(getOwnHosts), ...publishedHosts.flat()]),
];

export function findAccountIds({ list }: Accounts, host: string | null, current: Account): readonly string[] {
  if (host === null) return [current.id];
  const hosts = relatedHosts(host);
  const isAt = (account: Account) => getOwnHosts(account).some((each) => hosts.includes(each));
  return list
    .filter(isAt)
    .sort((one, other) => Number(other.id === current.id) - Number(one.id === current.id))
    .map(({ id }) => id);
}

/** Most links first. */
export function groupByHost(
  links: readonly FoundLink[],
  findIds: (host: string | null) => readonly string[],
): readonly HostGroup[] {
  const counts = new Map<string | null, number>();
  for (const { host } of links) counts.set(host, (counts.get(host) ?? 0) + 1);
  return Array.from(counts, ([host, count]) => ({ host, count, accountIds: findIds(host) })).sort(
    (one, other) => other.count - one.count,
  );
}

export function newLinks(
  links: readonly FoundLink[],
  unread: readonly UnreadText[],
  idsOf: (host: string | null) => readonly string[],
): readonly NewLink[] {
  const found = links.map(({ line, text, fileCode, host }) => ({
    line,
    text,
    fileCode,
    accountIds: idsOf(host),
  }));
  const leftOut = unread.map(({ line, text }) => ({ line, text, fileCode: null, accountIds: [] }));
  return [...found, ...leftOut].sort((one, other) => one.line - other.line);
}

export const verdicts: readonly LinkVerdict[] = ['there', 'gone', 'unknown', 'left-out'];

const verdictNames: Readonly<Record<LinkVerdict, PlainKey>> = {
  there: 'linkCheck.there',
  gone: 'linkCheck.gone',
  unknown: 'linkCheck.unknown',
  'left-out': 'linkCheck.leftOut',
};

export const verdictText = (verdict: LinkVerdict | null): string =>
  t(verdict === null ? 'linkCheck.open' : verdictNames[verdict]);

const reasons: Readonly<Partial<Record<LinkReason, PlainKey>>> = {
  ...problemSentences,
  takedown: 'files.takedown.reported',
  missing: 'linkCheck.why.missing',
  'not-found': 'linkCheck.why.notFound',
  'own-only': 'linkCheck.why.ownOnly',
  'other-code': 'linkCheck.why.otherCode',
};

/** Empty if the verdict says everything. */
export function reasonText({ verdict, reason, msg, text }: CheckedLink): string {
  if (verdict === 'left-out') return t('linkCheck.why.noFile');
  if (reason === 'no-account') {
    const host = URL.parse(/^https?:/iu.test(text) ? text : `https://${text}`)?.host ?? text;
    return t('linkCheck.noAccount', { host });
  }
  const key = reason === null ? undefined : reasons[reason];
  const sentence = key === undefined ? '' : t(key);
  const said = msg?.trim() ?? '';
  if (sentence === '' || said === '') return sentence || said;
  return t('problem.serviceSays', { sentence, msg: said });
}

export function countVerdicts(links: readonly CheckedLink[]): ReadonlyMap<LinkVerdict | null, number> {
  const counts = new Map<LinkVerdict | null, number>();
  for (const { verdict } of links) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}

/** For spreadsheets. The verdicts are the same in every language. */
export function linksCsv(links: readonly CheckedLink[]): string {
  const lines = links.map(({ line, text, fileCode, verdict, reason, msg }) => [
    line,
    text,
    fileCode,
    verdict ?? 'not checked',
    reason,
    msg,
  ]);
  return [['line', 'link', 'code', 'result', 'reason', 'service'], ...lines].map(csvLine).join('');
}

/** "All", or the accounts' names. */
export const accountNames = (accounts: Accounts, ids: readonly string[]): readonly string[] =>
  accounts.list.filter(({ id }) => ids.includes(id)).map((each) => getAccountLabel(each, accounts.list));
