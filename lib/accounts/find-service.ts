/** Finds where to look for the API of the host that a person typed: a name, a website or an API. Sends no requests. Pure. */
import { parseServiceAddress } from '../api/address.ts';
import { cleanText } from '../api/clean-text.ts';
import { type KnownHost, knownHosts } from './known-hosts.ts';
import { withoutWww } from './site-host.ts';

export interface FoundService {
  /** To be tried, the most likely first. */
  readonly addresses: readonly [string, ...string[]];
  /** Where the user finds the API key: the page itself (`isExact`) or the website. Null: unknown. */
  readonly keyPage: { readonly url: string; readonly isExact: boolean } | null;
}

/** In characters. Nobody types a longer address. */
const maxTypedLength = 2_048;

/**
 * An address with an API path is taken as the API's, even for a known host.
 * @throws {InvalidAddressError} for anything but a known host's name or an address
 */
export function findService(text: string, hosts: readonly KnownHost[] = knownHosts): FoundService {
  const isApi = /\/api(?:\/|\s*$)/iu.test(text);
  const named = findByName(text, hosts);
  const typed = named ? named.apis[0] : parseServiceAddress(text);
  const known = named ?? findByAddress(typed, hosts);
  if (known === null) {
    const isKeyPage = text.length <= maxTypedLength && /\/settings\/?(?:[?#]\S*)?\s*$/iu.test(text);
    return {
      addresses: [typed, ...(isApi ? [] : listOtherAddresses(typed))],
      keyPage: { url: isKeyPage ? `${typed}/settings` : getSite(typed), isExact: isKeyPage },
    };
  }
  const keyPage = known.keyPage ?? known.site;
  return {
    addresses: [isApi || !isSite(typed, known) ? typed : known.apis[0]],
    keyPage: keyPage === null ? null : { url: keyPage, isExact: known.keyPage !== undefined },
  };
}

export function findByAddress(baseUrl: string, hosts: readonly KnownHost[] = knownHosts): KnownHost | null {
  return (
    hosts.find(({ apis }) => apis.includes(baseUrl)) ?? hosts.find((known) => isSite(baseUrl, known)) ?? null
  );
}

/** Names are typed in any case, with spaces and hyphens. An address has a dot. */
function findByName(text: string, hosts: readonly KnownHost[]): KnownHost | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/gu, '');
  const typed = plain(cleanText(text));
  return hosts.find(({ name }) => plain(name) === typed);
}

/** Ignores scheme and path, because people copy addresses of pages. */
const isSite = (address: string, { site }: KnownHost): boolean =>
  site !== null && withoutWww(new URL(address).host) === withoutWww(new URL(site).host);

/** Without the typed path, which may be a page's, and with `api.`, where many hosts have their API. */
function listOtherAddresses(baseUrl: string): readonly string[] {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  const isDomain = /^[^[\]]+\.[^.\d][^.]*$/u.test(hostname);
  const subdomain = `${protocol}//api.${withoutWww(hostname)}${port && `:${port}`}`;
  const hasSubdomain = isDomain && !hostname.startsWith('api.');
  return [...(origin === baseUrl ? [] : [origin]), ...(hasSubdomain ? [subdomain] : [])];
}

/** The website, as far as an API's address shows it. */
function getSite(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${host.replace(/^api\.(?=.*\.)/u, '')}`;
}
