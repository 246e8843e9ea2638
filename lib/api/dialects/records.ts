import type { Dialect, DialectName } from './dialect.ts';
import { document } from './document.ts';
import { sibling } from './sibling.ts';

/** The dialects by name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { document, sibling };

/** The first dialect's calls, plus the others' parameters, field names and key fields where they don't conflict. */
export const createCommonDialect = (): Dialect => Object.values(dialects).reduce(addOther);

const addOther = (dialect: Dialect, other: Dialect): Dialect => ({
  ...dialect,
  calls: mergeValues(dialect.calls, other.calls, (own, others) =>
    own && others && own.path === others.path ? { ...own, params: { ...others.params, ...own.params } } : own,
  ),
  fields: mergeValues(dialect.fields, other.fields, (own, others) =>
    mergeValues(own as Names, others as Names, mergeNames),
  ),
  upload: { ...dialect.upload, keyFields: mergeNames(dialect.upload.keyFields, other.upload.keyFields) },
});

type Names = Readonly<Record<string, readonly string[]>>;

const mergeNames = (own: readonly string[], others: readonly string[]) => [...new Set([...own, ...others])];

function mergeValues<T extends object>(
  own: T,
  others: T,
  merge: (own: T[keyof T], others: T[keyof T]) => unknown,
): T {
  const names = Object.keys(own) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, merge(own[name], others[name])])) as T;
}
