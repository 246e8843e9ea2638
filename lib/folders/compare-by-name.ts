/** Separate from what the popup loads first, because the first `Intl` object of a page is slow. */
const collator = new Intl.Collator(undefined, { numeric: true });

export const compareByName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  collator.compare(one.name, other.name);
