/** Web addresses of an account's files. They follow a service that has moved, and lead to where its pages are. Pure. */
import { getPagePaths } from '../api/dialects/capabilities.ts';
import type { Account } from './account.ts';
import { buildPage, type PageForm, type PageKind, pathBase, readFilePage } from './file-page.ts';
import { findByAddress } from './find-service.ts';
import { getPresentBase } from './learn-pages.ts';

export type Addresses = Pick<
  Account,
  'baseUrl' | 'publicUrl' | 'pages' | 'newPages' | 'formerUrls' | 'dialect'
>;

/** Null: unknown. */
export interface FilePages {
  /** The page that a link to the file leads to. */
  readonly download: string | null;
  readonly player: string | null;
}

const otherKind = { download: 'player', player: 'download' } as const;

/** Null if neither the user nor the service has said where these pages are. */
export function getPageForm(account: Addresses, kind: PageKind): PageForm | null {
  const { baseUrl, publicUrl, pages = {}, dialect } = account;
  const [known, other] = [pages[kind], pages[otherKind[kind]]];
  const learned = (known ?? other)?.base;
  const base =
    publicUrl ??
    (learned === undefined ? null : getPresentBase(account, learned)) ??
    (hasPagesAtApi(baseUrl) ? baseUrl : null);
  return base === null ? null : { base, form: known?.form ?? getPagePaths(dialect)[kind][0] };
}

/** Neither the user nor the service has said where pages are, so at most the API's host is known. */
export const areOnlyGuessed = ({ publicUrl, pages = {} }: Addresses): boolean =>
  publicUrl === undefined && pages.download === undefined && pages.player === undefined;

/** False if the API has a separate host, because a page's address there would be wrong. */
function hasPagesAtApi(baseUrl: string): boolean {
  const known = findByAddress(baseUrl);
  const { host, hostname } = new URL(baseUrl);
  if (known === null) return !/^api\..+\./u.test(hostname);
  return known.site !== null && new URL(known.site).host === host;
}

/** Where players lead and, as far as known, links. */
export const getPublicUrl = (account: Addresses): string =>
  getPageForm(account, 'player')?.base ?? account.baseUrl;

/** The pages' new location that the user hasn't accepted yet. */
export function getMove(account: Addresses): { readonly from: string; readonly to: string } | null {
  const { newPages, baseUrl } = account;
  if (newPages === undefined) return null;
  const next = { ...account, publicUrl: undefined, pages: newPages.pages };
  for (const kind of ['player', 'download'] as const) {
    const from = getPageForm(account, kind)?.base ?? baseUrl;
    const to = getPageForm(next, kind)?.base;
    if (to !== undefined && to !== from) return { from, to };
  }
  return null;
}

/** For what only the website can do. */
export function getWebsite({ baseUrl, publicUrl }: Addresses): string {
  const site = publicUrl ?? findByAddress(baseUrl)?.site ?? baseUrl;
  return site.replace(/^(https?:\/\/)api\.(?=[^/]+\.)/u, '$1');
}

/** As in `URL.host`: where the account's links lead now, or led before its service moved. */
export function getOwnHosts(account: Addresses): readonly string[] {
  const { baseUrl, publicUrl, pages = {}, newPages, formerUrls = [] } = account;
  const learned = [pages, newPages?.pages ?? {}].flatMap(({ download, player }) => [
    download?.base,
    player?.base,
  ]);
  const all = [baseUrl, publicUrl, ...learned, ...formerUrls].filter((each) => each !== undefined);
  return [...new Set(all.map((each) => new URL(each).host))];
}

/**
 * The current form of a page's address from the service. The file's own address stays, unless the user has entered a public one or the
 * service has left its host. Null if the service returned a path and nobody has said where its pages are.
 */
export function getPublicAddress(account: Addresses, address: string, fileCode?: string): string | null {
  const { publicUrl, formerUrls = [] } = account;
  const page = readFilePage(address, fileCode);
  if (page === null) return replaceBase(account, address);
  if (publicUrl !== undefined) return publicUrl + page.rest;
  const isLeft = formerUrls.includes(page.base);
  if (!isLeft && page.base !== pathBase) return address;
  const base = getPageForm(account, page.kind)?.base ?? (isLeft ? account.baseUrl : null);
  return base && base + page.rest;
}

/** Pictures aren't pages, and stay at their host. */
export const getPictureAddress = (account: Addresses, address: string): string =>
  replaceBase(account, address);

function replaceBase(account: Addresses, address: string): string {
  const { baseUrl, publicUrl = baseUrl, formerUrls = [] } = account;
  const url = URL.parse(address);
  if (url === null) return address;
  // One may be a prefix of another.
  const bases = [pathBase, baseUrl, ...formerUrls].sort((one, other) => other.length - one.length);
  const found = bases
    .map((each) => ({ origin: new URL(each).origin, path: getPathPrefix(each) }))
    .find(({ origin, path }) => url.origin === origin && `${url.pathname}/`.startsWith(`${path}/`));
  if (found === undefined) return address;
  const moved = new URL(publicUrl);
  moved.pathname = getPathPrefix(publicUrl) + url.pathname.slice(found.path.length);
  moved.search = url.search;
  moved.hash = url.hash;
  return moved.href;
}

/** Without a trailing slash. */
const getPathPrefix = (base: string): string => new URL(base).pathname.replace(/(?<!\/)\/+$/u, '');

/** @param own the address of the file's page from a listing */
export function getFilePages(account: Addresses, fileCode: string, own: string | null): FilePages {
  const build = (kind: PageKind) => {
    const form = getPageForm(account, kind);
    return form && buildPage(form, fileCode);
  };
  const address = own === null ? null : getPublicAddress(account, own, fileCode);
  const page = address === null ? null : readFilePage(address, fileCode);
  if (page?.kind === 'player') return { download: address, player: address };
  const paths = getPagePaths(account.dialect);
  // The usual forms go together.
  const isUsual = page !== null && account.pages?.player === undefined && paths.download.includes(page.form);
  const isBeside = isUsual || (page !== null && areOnlyGuessed(account));
  const player = isBeside ? buildPage({ base: page.base, form: paths.player[0] }, fileCode) : build('player');
  return { download: address ?? build('download'), player };
}

/** With the current form of these fields, if they are addresses of pictures or pages. */
export function withPublicAddresses<T extends object>(
  account: Addresses,
  given: T,
  { pictures = [], pages = [] }: { pictures?: readonly (keyof T)[]; pages?: readonly (keyof T)[] },
): T {
  const apply = (
    fields: readonly (keyof T)[],
    change: (account: Addresses, address: string) => string | null,
  ) =>
    fields.map((field) => {
      const address = given[field];
      return [field, typeof address === 'string' ? change(account, address) : address];
    });
  return {
    ...given,
    ...Object.fromEntries([
      ...apply(pictures, getPictureAddress),
      ...apply(pages, (_, address) => getPublicAddress(account, address)),
    ]),
  };
}
