/**
 * Addresses and titles, brought into a form in which what was sent can be compared with what the service echoes.
 *
 * The service may echo an address decoded or trimmed, and rewrites titles (extension dropped, "_" and "." turned into
 * spaces, characters as entities). So both sides pass through the same reduction; it is used for comparing only.
 */

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
};

function withoutEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#0?39);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Percent-decodes as often as there is something to decode; a malformed sequence ends it. */
function decoded(text: string): string {
  let current = text;
  // An address is decoded twice at most on its way: by the browser that sends it and by the service that stores it.
  for (let round = 0; round < 3; round += 1) {
    try {
      const next = decodeURIComponent(current);
      if (next === current) return current;
      current = next;
    } catch (error) {
      if (error instanceof URIError) return current;
      throw error;
    }
  }
  return current;
}

/** The same text for every form in which one address may come back. Not an address any more. */
export function addressKey(address: string): string {
  const text = decoded(withoutEntities(address)).replaceAll('+', ' ').replace(/\s+/g, ' ').trim();
  const [beforeHash = ''] = text.split('#', 1);
  return beforeHash.replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.toLowerCase()).replace(/\/$/, '');
}

/** The same text for every form in which the service may show one title. */
export function titleKey(title: string): string {
  return decoded(withoutEntities(title))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The title that a service is likely to make of an address where none is offered: the last part of its path. */
export function titleOfAddress(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return decoded(path.split('/').findLast((part) => part !== '') ?? '');
}
