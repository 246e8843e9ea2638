/** Rules: "links of this site, or on its pages, of this kind, go into this folder with this title". */

import { type AccountFolder, type FolderRef, rootFolder } from '../folders/folder.ts';
import { hasShape, listOf } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import type { EpochMs } from '../timing/units.ts';
import { linkFillers, parsePattern } from '../titles/title-pattern.ts';
import type { LinkDraft } from './link.ts';
import { createLinkFacts, getHost } from './link-facts.ts';
import { getLinkKind, type LinkKind, linkKinds } from './link-kind.ts';

/** `isFolderGone`: the account's default folder is used. */
export interface OtherTarget extends AccountFolder {
  readonly isFolderGone?: boolean | undefined;
}

/** A removed account stays in the list but gets nothing. */
export interface OtherTargets {
  /** Each account gets a copy. */
  readonly also?: readonly OtherTarget[] | undefined;
  /** Used in this order if the rule's account is full or doesn't accept the link. */
  readonly fallbacks?: readonly OtherTarget[] | undefined;
}

export interface Rule extends OtherTargets {
  readonly id: string;
  readonly accountId: string;
  /** Includes subdomains. Empty in the rule for links that no other rule matches (`findDefaultRule`). */
  readonly host: string;
  /** `host` is that of the page with the link, not of the link. */
  readonly isPageHost?: boolean | undefined;
  /** Applies to links for other accounts too. */
  readonly isForAll?: boolean | undefined;
  readonly kind: LinkKind | null;
  readonly folder: FolderRef;
  /** Text with the placeholders of links (`title-pattern.ts`). Null keeps the title. */
  readonly titlePattern: string | null;
  readonly via?: 'browser' | undefined;
  /** Links go into the default folder. */
  readonly isFolderGone: boolean;
}

export type RuleDraft = Omit<Rule, 'id' | 'isFolderGone'>;

export type RuleSubject = Pick<Rule, 'host' | 'isPageHost' | 'kind'>;

/** The oldest rules are removed. */
export const maxRules = 200;

/** Null if the links have no host in common. Rules for links of kind `page` apply to any kind. */
export function findRuleSubject(links: readonly LinkDraft[], isPageHost = false): RuleSubject | null {
  const hosts = new Set(links.map(({ url, pageUrl = '' }) => getHost(isPageHost ? pageUrl : url)));
  const kinds = new Set(links.map(({ url }) => (URL.canParse(url) ? getLinkKind(url) : 'page')));
  const [host = ''] = hosts;
  const [kind = 'page'] = kinds;
  if (hosts.size !== 1 || host === '') return null;
  return { host, kind: kinds.size > 1 || kind === 'page' ? null : kind, ...(isPageHost && { isPageHost }) };
}

/** For the links' host, and for the host of their pages if that is different. */
export function findRuleSubjects(links: readonly LinkDraft[]): readonly RuleSubject[] {
  const [own, page] = [findRuleSubject(links), findRuleSubject(links, true)];
  return [own, page?.host === own?.host ? null : page].filter((each) => each !== null);
}

/**
 * The most specific rule. Rules for pages come before rules for links, because one host serves media of many sites. Then the longest host
 * wins, then a rule for the kind over one for any kind, then the account's own rule, then the newest.
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

/** A host without a dot has no subdomains: "com" doesn't match every site. */
const isOnHost = (host: string, ruleHost: string): boolean =>
  host === ruleHost || (ruleHost.includes('.') && host.endsWith(`.${ruleHost}`));

/** Suffixes under which anybody can have a site: "co.uk", "github.io". Incomplete, because browsers don't expose their list. */
const sharedHosts =
  /^(?:(?:ac|co|com|edu|go|gob|gouv|gov|mil|ne|net|nom|or|org|sch|web)\.[a-z]{2}|(?:appspot|amazonaws|azurewebsites|blogspot|firebaseapp|herokuapp|tumblr|wordpress)\.com|cloudfront\.net|git(?:hub|lab)\.io|(?:pages|r2|workers)\.dev|(?:netlify|vercel|web)\.app)$/;

/** An IP address or the name of one site, not a public suffix, in the form that rules use. */
export function isSite(host: string): boolean {
  const url = URL.parse(`https://${host}/`);
  if (url === null || url.host !== host || getHost(url.href) !== host || host.length > 253) return false;
  if (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host) || host === 'localhost') return true;
  return (
    /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(host) &&
    !sharedHosts.test(host)
  );
}

/** For links that go into the default folder because no other rule matches. Its own folder is ignored. */
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

/** Of any length. Undefined if the rule doesn't set one. */
export function createRuleTitle(
  { titlePattern, folder }: Rule,
  link: LinkDraft,
  nowMs: EpochMs,
): string | undefined {
  if (titlePattern === null) return undefined;
  const fill = parsePattern(titlePattern, linkFillers);
  return 'unknown' in fill
    ? undefined
    : fill(createLinkFacts(link, folder.name, nowMs), 1).trim() || undefined;
}

/** Newest first. Replaces a rule for the same links and keeps its id. A default rule without targets is removed. */
export function addRule(rules: readonly Rule[], rule: Rule): readonly Rule[] {
  const known = rules.find((each) => isForSameLinks(rule, each));
  const targets = [...(rule.also ?? []), ...(rule.fallbacks ?? [])];
  if (rule.host === '' && targets.length === 0) return rules.filter((each) => each !== known);
  return known
    ? rules.map((each) => (each === known ? { ...rule, id: known.id } : each))
    : [rule, ...rules].filter(({ host }, at) => at < maxRules || host === '');
}

/** Appends up to `maxRules`, leaving out rules for the same links as an existing one. */
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
        // Invalid targets in other accounts are dropped, but the rule stays.
        .map(({ also, fallbacks, ...rule }) => ({
          ...rule,
          ...(isTargets(also) && { also }),
          ...(isTargets(fallbacks) && { fallbacks }),
        }))
    : [];

const maxTextLength = 2_000;
const maxTargets = 20;

/**
 * Reads rules from an untrusted file, each completely or not at all.
 * @returns also the names of what is left out: `rules[3] (com)`
 */
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
  // A rule without a host is only allowed as the default rule, which can't match anything else.
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

/** Null if invalid. */
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
