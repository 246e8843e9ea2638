/**
 * Learns where an account's files have their pages, and in which form, from what the service returns. Pure.
 *
 * A base address is accepted for a kind of page if most addresses name it: more than two thirds of them, or all if there are fewer than
 * ten, and at least three. Otherwise nothing changes, because a host may use several addresses at once, a different one in each listing.
 */
import type { Account, LearnedPages } from './account.ts';
import type { PageForm, PageKind } from './file-page.ts';

/** How many addresses have this form. */
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
  const ofBase = byBase.find((some) => sum(some) > (total * 2) / 3) ?? [];
  const isAgreed = total >= minVotesOfMany || sum(ofBase) === total;
  if (total < minVotes || !isAgreed) return undefined;
  const [first] = ofBase.toSorted((one, other) => other.count - one.count);
  return first && { base: first.base, form: first.form };
}

const kinds = ['download', 'player'] as const;

/**
 * A first location, or the same host, is used at once. Another host is offered to the user (`newPages`), because websites have links and
 * players of the old one. Returns the same object if nothing changes.
 */
export function withLearnedPages(account: Account, learned: LearnedPages): Account {
  const { pages = {}, newPages, publicUrl } = account;
  const last = newPages?.pages ?? {};
  const found = { ...last, ...learned };
  const next = { ...pages, ...found };
  const canAdopt = kinds.every((kind) => {
    const [known, now] = [pages[kind], found[kind]];
    if (known === undefined || now === undefined || known.base === now.base) return true;
    return now.base === publicUrl || now.base === getPresentBase(account, known.base);
  });
  if (canAdopt)
    return isSame(pages, next) && newPages === undefined
      ? account
      : { ...account, pages: next, newPages: undefined };
  if (newPages !== undefined && isSame(last, next)) return account;
  const isOther = kinds.some((kind) => last[kind]?.base !== next[kind]?.base);
  return { ...account, newPages: { pages: next, isDismissed: !isOther && newPages?.isDismissed === true } };
}

/** A base address from before the service moved stands for its present one. */
export const getPresentBase = (
  { baseUrl, formerUrls = [] }: Pick<Account, 'baseUrl' | 'formerUrls'>,
  base: string,
): string => (formerUrls.includes(base) ? baseUrl : base);

const isSame = (one: LearnedPages, other: LearnedPages): boolean =>
  kinds.every((kind) => one[kind]?.base === other[kind]?.base && one[kind]?.form === other[kind]?.form);
