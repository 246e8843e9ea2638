import type { DialectName } from '../api/index.ts';
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';
import { type Account, type Accounts, noAccounts } from './account.ts';

export const createAccountsStore = (area: StorageArea): StoredValue<Accounts> =>
  createStoredValue(area, 'accounts', readAccounts);

export const findAccount = async (
  accounts: StoredValue<Accounts>,
  accountId: string,
): Promise<Account | undefined> => (await accounts.get()).list.find(({ id }) => id === accountId);

/** Removed accounts whose data may still be stored. The next worker finishes an interrupted removal. */
export const createTombstoneStore = (area: StorageArea): StoredValue<readonly string[]> =>
  createStoredValue(area, 'removed', (value) =>
    Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [],
  );

/** Only an entry without id or address is left out. Other invalid fields get a default. */
export function readAccounts(value: unknown): Accounts {
  if (typeof value !== 'object' || value === null) return noAccounts;
  const { list, currentId } = value as Record<string, unknown>;
  const valid = Array.isArray(list) ? list.filter(isAccount).map(withValidFields) : [];
  const current = valid.find(({ id }) => id === currentId) ?? valid.at(-1);
  return { list: valid, currentId: current?.id ?? null };
}

const isAccount = (value: unknown): value is Account =>
  hasShape(value, { id: String, baseUrl: String }) && isUrl(value.baseUrl);

const isUrl = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value);

const formShape = { base: isUrl, form: String } as const;
const pagesShape = { download: [undefined, formShape], player: [undefined, formShape] } as const;

function withValidFields(account: Account): Account {
  const { email, nickname, publicUrl, pages, newPages, formerUrls, dialect, addedAt, ...others } = account;
  return {
    ...others,
    email: typeof email === 'string' ? email : null,
    ...(typeof nickname === 'string' && { nickname }),
    ...(isUrl(publicUrl) && { publicUrl }),
    ...(hasShape(pages, pagesShape) && { pages }),
    ...(hasShape(newPages, { pages: pagesShape, isDismissed: Boolean }) && { newPages }),
    ...(isDialectName(dialect) && { dialect }),
    ...(Array.isArray(formerUrls) && { formerUrls: formerUrls.filter(isUrl) }),
    addedAt: Number.isFinite(addedAt) ? addedAt : 0,
  };
}

/** The one in `lib/api` would load the records of all dialects, which the popup has no room for. */
const dialectNames: Readonly<Record<DialectName, true>> = { document: true, sibling: true };
const isDialectName = (value: unknown): value is DialectName =>
  typeof value === 'string' && Object.hasOwn(dialectNames, value);
