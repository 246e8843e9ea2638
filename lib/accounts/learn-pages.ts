/**
 * Where an account's files have their pages, learned from what the service names: a host, and the form of its addresses. Pure.
 *
 * A base address counts for a kind of page where most of the addresses name it: more than half of them, or all where they are
 * fewer than ten, and three at least. A tie, or too few addresses, leaves what was known.
 */
import type { Account, LearnedPages } from './account.ts';
import type { PageForm, PageKind } from './file-page.ts';

/** So many addresses of this form. */
export interface PageVote extends PageForm {
  readonly kind: PageKind;
  readonly count: number;
}

const minVotes = 3;
const minVotesOfMany = 10;

export function learnPages(votes: readonly PageVote[]): LearnedPages {
  const [download, player] = (['download', 'player'] as const).map((kind) =>
    findMajority(votes.filter((vote) => vote.kind === kind)),
  );
  return { ...(download && { download }), ...(player && { player }) };
}

function findMajority(votes: readonly PageVote[]): PageForm | undefined {
  const sum = (some: readonly PageVote[]) => some.reduce((total, { count }) => total + count, 0);
  const total = sum(votes);
  const byBase = [...Map.groupBy(votes, ({ base }) => base).values()];
  const ofBase = byBase.find((some) => sum(some) > total / 2) ?? [];
  const isAgreed = total >= minVotesOfMany || sum(ofBase) === total;
  if (total < minVotes || !isAgreed) return undefined;
  const [first] = ofBase.toSorted((one, other) => other.count - one.count);
  return first && { base: first.base, form: first.form };
}

const kinds = ['download', 'player'] as const;

/**
 * The account with what was learned of its pages. What was not known before, or has the same host, is used at once; another host is
 * offered to the user (`newPages`), because links and players of the old one are on websites. Gives the same object where nothing changes.
 */
export function withLearnedPages(account: Account, learned: LearnedPages): Account {
  const { pages = {}, newPages, publicUrl } = account;
  const next = { ...pages, ...learned };
  const canAdopt = kinds.every((kind) => {
    const [known, now] = [pages[kind], learned[kind]];
    if (known === undefined || now === undefined || known.base === now.base) return true;
    return now.base === publicUrl || now.base === getPresentBase(account, known.base);
  });
  if (canAdopt)
    return isSame(pages, next) && newPages === undefined
      ? account
      : { ...account, pages: next, newPages: undefined };
  if (newPages !== undefined && isSame(newPages.pages, next)) return account;
  return { ...account, newPages: { pages: next, isDismissed: false } };
}

/** A base address of before the service moved stands for its present one. */
export const getPresentBase = (
  { baseUrl, formerUrls = [] }: Pick<Account, 'baseUrl' | 'formerUrls'>,
  base: string,
): string => (formerUrls.includes(base) ? baseUrl : base);

const isSame = (one: LearnedPages, other: LearnedPages): boolean =>
  kinds.every((kind) => one[kind]?.base === other[kind]?.base && one[kind]?.form === other[kind]?.form);
