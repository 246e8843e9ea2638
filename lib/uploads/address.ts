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
  // What follows a "#" is no part of what a service fetches; a "#" that only decoding brings forth is.
  const [fetched = ''] = withoutEntities(address).split('#', 1);
  const text = decoded(fetched).replaceAll('+', ' ').replace(/\s+/g, ' ').trim();
  return text.replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.toLowerCase()).replace(/\/$/, '');
}

/** A title reduced to its letters and digits: whole, and without what may be an extension. */
export interface TitleForms {
  readonly whole: string;
  readonly bare: string;
}

export function titleForms(title: string): TitleForms {
  const text = decoded(withoutEntities(title)).normalize('NFKC').toLowerCase().trim();
  const reduced = (part: string) => part.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return { whole: reduced(text), bare: reduced(text.replace(/\.[a-z0-9]{2,5}$/, '')) };
}

/** Whether a title that the service shows may be the one that was offered: whichever of the two has lost its extension. */
export function isSameTitle(shown: TitleForms, offered: TitleForms): boolean {
  if (shown.whole === '') return false;
  return shown.whole === offered.whole || shown.whole === offered.bare || shown.bare === offered.whole;
}

/** The title that a service is likely to make of an address where none is offered: the last part of its path. */
export function titleOfAddress(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return decoded(path.split('/').findLast((part) => part !== '') ?? '');
}

/** The title under which the file of an upload is likely to be listed. */
export function expectedTitle({
  title,
  url,
}: {
  readonly title: string | null;
  readonly url: string;
}): TitleForms {
  return titleForms(title ?? titleOfAddress(url));
}
