/** Compares folders by name, in the language of the page. */
const collator = new Intl.Collator(undefined, { numeric: true });

export const compareByName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  collator.compare(one.name, other.name);
