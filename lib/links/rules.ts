/** Rules: "links of this site, or on its pages, of this kind, go into this folder with this title". */
import { type AccountFolder, type FolderRef, rootFolder } from '../folders/folder.ts';
import { hasShape, listOf } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import { linkFillers, parsePattern } from '../titles/title-pattern.ts';
import type { LinkDraft } from './link.ts';
import { createLinkFacts, getHost } from './link-facts.ts';
import { getLinkKind, type LinkKind, linkKinds } from './link-kind.ts';

/** A folder of another account; where its service doesn't know it any more, the default folder of that account. */
export interface OtherTarget extends AccountFolder {
  readonly isFolderGone?: boolean | undefined;
}

/** What becomes of a link in other accounts. An account that is gone stays named, and gets nothing. */
export interface OtherTargets {
  /** Each gets a copy. */
  readonly also?: readonly OtherTarget[] | undefined;
  /** Where a link goes, in this order, if its account is full or doesn't take it. */
  readonly fallbacks?: readonly OtherTarget[] | undefined;
}

export interface Rule extends OtherTargets {
  readonly id: string;
  readonly accountId: string;
  /** A host, which stands for its subdomains too; empty for what is said of links without another rule (`findDefaultRule`). */
  readonly host: string;
  /** The host is that of the page that a link stands on; else that of the link. */
  readonly isPageHost?: boolean | undefined;
  /** Links for other accounts go to this one too. */
  readonly isForAll?: boolean | undefined;
  /** Null: any kind. */
  readonly kind: LinkKind | null;
  readonly folder: FolderRef;
  /** Text with the placeholders of links (`title-pattern.ts`); null leaves the title alone. */
  readonly titlePattern: string | null;
  readonly via?: 'browser' | undefined;
  /** The service does not know the folder any more: links go into the default folder. */
  readonly isFolderGone: boolean;
}

export type RuleDraft = Omit<Rule, 'id' | 'isFolderGone'>;

export type RuleSubject = Pick<Rule, 'host' | 'isPageHost' | 'kind'>;

/** Bounds the list and the storage; the oldest are removed. */
export const maxRules = 200;

/** The host and kind of a rule made from these links; null where they have no host in common. A page may be of any kind. */
export function findRuleSubject(links: readonly LinkDraft[], isPageHost = false): RuleSubject | null {
  const hosts = new Set(links.map(({ url, pageUrl = '' }) => getHost(isPageHost ? pageUrl : url)));
  const kinds = new Set(links.map(({ url }) => (URL.canParse(url) ? getLinkKind(url) : 'page')));
  const [host = ''] = hosts;
  const [kind = 'page'] = kinds;
  if (hosts.size !== 1 || host === '') return null;
  return { host, kind: kinds.size > 1 || kind === 'page' ? null : kind, ...(isPageHost && { isPageHost }) };
}

/** Of the links, and of the pages that they stand on where these are on another host. */
export function findRuleSubjects(links: readonly LinkDraft[]): readonly RuleSubject[] {
  const [own, page] = [findRuleSubject(links), findRuleSubject(links, true)];
  return [own, page?.host === own?.host ? null : page].filter((each) => each !== null);
}

/**
 * The most specific rule that fits: one for pages before one for links, because one host has the media of many sites; then the
 * longest host, then one for the kind before one for any, then one of the account before those of others, then the newest.
 */
export function findRule(rules: readonly Rule[], accountId: string, link: LinkDraft): Rule | null {
  const [host, pageHost] = [getHost(link.url), getHost(link.pageUrl ?? '')];
  if (host === '') return null;
  const kind = getLinkKind(link.url);
  const matches = (rule: Rule) =>
    appliesTo(rule, accountId) &&
    (rule.kind === null || rule.kind === kind) &&
    isOnHost(rule.isPageHost ? pageHost : host, rule.host);
  const [first = null] = rules
    .filter(matches)
    .sort(
      (a, b) =>
        Number(b.isPageHost ?? false) - Number(a.isPageHost ?? false) ||
        b.host.length - a.host.length ||
        Number(a.kind === null) - Number(b.kind === null) ||
        Number(a.accountId !== accountId) - Number(b.accountId !== accountId),
    );
  return first;
}

/** A host without a dot has no subdomains: "com" isn't every site's. */
const isOnHost = (host: string, ruleHost: string): boolean =>
  host === ruleHost || (ruleHost.includes('.') && host.endsWith(`.${ruleHost}`));

/** Below these anybody can have a site: "co.uk", "github.io". Not complete; browsers don't hand out their list. */
const sharedHosts =
  /^(?:(?:ac|co|com|edu|go|gob|gouv|gov|mil|ne|net|nom|or|org|sch|web)\.[a-z]{2}|(?:appspot|amazonaws|azurewebsites|blogspot|firebaseapp|herokuapp|tumblr|wordpress)\.com|cloudfront\.net|git(?:hub|lab)\.io|(?:pages|r2|workers)\.dev|(?:netlify|vercel|web)\.app)$/;

/** A real host in the form in which rules are made: an IP address, or a name of a site, not of everything below one ending. */
export function isSite(host: string): boolean {
  const url = URL.parse(`https://${host}/`);
  if (url === null || url.host !== host || getHost(url.href) !== host || host.length > 253) return false;
  if (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host) || host === 'localhost') return true;
  return (
    /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(host) &&
    !sharedHosts.test(host)
  );
}

/** What is said of an account's links that go into its default folder, as no other rule fits. Its own folder means nothing. */
export const findDefaultRule = (rules: readonly Rule[], accountId: string): Rule | null =>
  rules.find((rule) => rule.host === '' && rule.accountId === accountId) ?? null;

export const createDefaultRule = (accountId: string, targets: OtherTargets): RuleDraft => ({
  accountId,
  host: '',
  kind: null,
  folder: rootFolder,
  titlePattern: null,
  ...targets,
});

export const appliesTo = (rule: Rule, accountId: string): boolean =>
  rule.accountId === accountId || rule.isForAll === true;

/** The title that a rule gives to a link, of any length; undefined where it gives none. */
export function createRuleTitle(
  { titlePattern, folder }: Rule,
  link: LinkDraft,
  nowMs: number,
): string | undefined {
  if (titlePattern === null) return undefined;
  const fill = parsePattern(titlePattern, linkFillers);
  return 'unknown' in fill
    ? undefined
    : fill(createLinkFacts(link, folder.name, nowMs), 1).trim() || undefined;
}

/** Newest first; a rule takes the place, and the id, of one for the same links. A default rule that names no account is none. */
export function addRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
  const known = rules.find((each) => isForSameLinks(rule, each));
  const targets = [...(rule.also ?? []), ...(rule.fallbacks ?? [])];
  if (rule.host === '' && targets.length === 0) return rules.filter((each) => each !== known);
  return known
    ? rules.map((each) => (each === known ? { ...rule, id: known.id } : each))
    : [rule, ...rules].filter(({ host }, at) => at < maxRules || host === '');
}

/** Appends imported rules, without those for the same links as another one, and as many as there is room for. */
export function addImported(
  rules: readonly Rule[],
  imported: readonly Rule[],
): { readonly rules: readonly Rule[]; readonly leftOut: readonly Rule[] } {
  const all = [...rules];
  const leftOut = imported.filter((rule) => {
    if (all.length >= maxRules || all.some((each) => isForSameLinks(rule, each))) return true;
    all.push(rule);
    return false;
  });
  return { rules: all, leftOut };
}

const isForSameLinks = (one: RuleDraft, other: RuleDraft): boolean =>
  one.accountId === other.accountId &&
  one.host === other.host &&
  (one.isPageHost ?? false) === (other.isPageHost ?? false) &&
  one.kind === other.kind;

export function markFolderGone(rules: readonly Rule[], accountId: string, folderId: string): readonly Rule[] {
  const isAbout = (each: AccountFolder) => each.accountId === accountId && each.folder.id === folderId;
  const mark = <T extends AccountFolder>(each: T): T =>
    isAbout(each) ? { ...each, isFolderGone: true } : each;
  return rules.map(({ also, fallbacks, ...rule }) => ({
    ...mark(rule),
    ...(also && { also: also.map(mark) }),
    ...(fallbacks && { fallbacks: fallbacks.map(mark) }),
  }));
}

const shape = {
  id: String,
  accountId: String,
  host: String,
  folder: { id: String, name: String },
  kind: [String, null],
  titlePattern: [String, null],
  isFolderGone: Boolean,
  isPageHost: [Boolean, undefined],
  isForAll: [Boolean, undefined],
  via: ['browser', undefined],
} as const;

const isTargets: (value: unknown) => value is readonly OtherTarget[] = listOf({
  accountId: String,
  folder: shape.folder,
  isFolderGone: [Boolean, undefined],
});

export const readRules = (stored: unknown): readonly Rule[] =>
  Array.isArray(stored)
    ? stored
        .filter((each): each is Rule => hasShape(each, shape))
        // What can't be read of other accounts doesn't cost the rule.
        .map(({ also, fallbacks, ...rule }) => ({
          ...rule,
          ...(isTargets(also) && { also }),
          ...(isTargets(fallbacks) && { fallbacks }),
        }))
    : [];

const maxTextLength = 2_000;
const maxTargets = 20;

/** The rules of a file from anywhere, each whole or not at all. @returns also names of what is left out: `rules[3] (com)` */
export function readImportedRules(stored: unknown): {
  readonly rules: readonly Rule[];
  readonly leftOut: readonly string[];
} {
  if (stored === undefined) return { rules: [], leftOut: [] };
  if (!Array.isArray(stored)) return { rules: [], leftOut: ['rules'] };
  const leftOut: string[] = [];
  const rules = stored.flatMap((entry: unknown, at) => {
    const rule = readImportedRule(entry);
    if (rule === null) {
      const name = hasShape(entry, { host: String }) ? ` (${entry.host.slice(0, 60)})` : '';
      leftOut.push(`rules[${at}]${name}`);
    }
    return rule ?? [];
  });
  return { rules, leftOut };
}

function readImportedRule(entry: unknown): Rule | null {
  if (!hasShape(entry, { ...shape, kind: [...linkKinds, null] })) return null;
  const { id, accountId, host, isPageHost, isForAll, kind, folder, titlePattern, via, isFolderGone } = entry;
  const [also, fallbacks] = (['also', 'fallbacks'] as const).map((name) =>
    readTargets(Reflect.get(entry, name)),
  );
  const texts = [id, accountId, folder.id, folder.name, titlePattern ?? ''];
  if (also === null || fallbacks === null || texts.some((text) => text.length > maxTextLength)) return null;
  // Without a host it says what becomes of all links that no other rule is for: never more than that.
  const isDefault =
    host === '' && kind === null && isPageHost !== true && isForAll !== true && via === undefined;
  if (!isDefault && !isSite(host)) return null;
  return {
    ...{ id, accountId, host, kind, folder: toFolder(folder), titlePattern, isFolderGone },
    ...(isPageHost !== undefined && { isPageHost }),
    ...(isForAll !== undefined && { isForAll }),
    ...(via && { via }),
    ...(also && { also }),
    ...(fallbacks && { fallbacks }),
  };
}

const toFolder = ({ id, name }: FolderRef): FolderRef => ({ id, name });

/** Null: they are wrong. */
function readTargets(value: unknown): readonly OtherTarget[] | null | undefined {
  if (value === undefined) return undefined;
  if (!isTargets(value) || value.length > maxTargets) return null;
  if (value.some(({ folder: { id, name } }) => id.length > maxTextLength || name.length > maxTextLength))
    return null;
  return value.map(({ accountId, folder, isFolderGone }) => ({
    ...{ accountId, folder: toFolder(folder) },
    ...(isFolderGone !== undefined && { isFolderGone }),
  }));
}

export const createRulesStore = (local: StorageArea) => createStoredValue(local, 'rules', readRules);
