/**
 * Decides what happens to links that the user sends: accounts, folder, title, who fetches each, and whether to ask first. Only duplicates
 * are left to the transaction that adds a link (`addToDestinations` of uploads). Pure.
 */

import type { Account } from '../../accounts/account.ts';
import { type AccountFolder, type FolderRef, rootFolder } from '../../folders/folder.ts';
import { boundTitle, type LinkDraft, parseLink } from '../../links/link.ts';
import {
  createRuleTitle,
  findDefaultRule,
  findRule,
  type OtherTarget,
  type OtherTargets,
  type Rule,
} from '../../links/rules.ts';
import { runAtOnce, type Steps } from '../../timing/steps.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { Destination, DraftWithDestination, Target } from '../../uploads/add-uploads.ts';
import type { Via } from '../../uploads/upload.ts';

export interface DecisionRequest {
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  /** Null: the user's rules decide, or else the default folder. */
  readonly folder: FolderRef | null;
  /** With a chosen folder: accounts that get a copy. */
  readonly also?: readonly AccountFolder[] | undefined;
  readonly private: boolean;
  /** Undefined: the user's rules decide, or else the service fetches them. */
  readonly via?: Via | undefined;
  /** Add links that were held back. A function decides for each account. */
  readonly anyway?: boolean | ((accountId: string) => boolean) | undefined;
}

export interface DecisionFacts {
  readonly accounts: readonly Account[];
  readonly rules: readonly Rule[];
  /** By account id. */
  readonly defaultFolders: ReadonlyMap<string, FolderRef>;
  readonly linkTextAsTitle: boolean;
  /** For dates in titles. */
  readonly nowMs: EpochMs;
}

export interface Decision {
  /** In the order of the links. Links with the same targets share one `to`. */
  readonly drafts: readonly DraftWithDestination[];
  /** From a private window, but a rule lets this browser fetch them, which would leave data on the disk. */
  readonly heldPrivate: readonly DraftWithDestination[];
  /** Texts without an address that a service could fetch. */
  readonly invalid: readonly string[];
}

export const decideLinks = (request: DecisionRequest, facts: DecisionFacts): Decision =>
  runAtOnce(decideInSteps(request, facts));

export function* decideInSteps(request: DecisionRequest, facts: DecisionFacts): Steps<Decision> {
  const { accountId, folder: chosen, private: isPrivate, via: wanted, anyway = false } = request;
  const rules = facts.rules.filter((rule) => facts.accounts.some(({ id }) => id === rule.accountId));
  const invalid: string[] = [];
  const found: { readonly link: LinkDraft; readonly rule: Rule | null }[] = [];
  for (const given of request.links) {
    yield;
    const url = parseLink(given.url);
    if (url === null) {
      invalid.push(given.url);
      continue;
    }
    const link = { ...given, url };
    found.push({ link, rule: findRule(rules, accountId, link) });
  }
  const destinations = findDestinations(request, facts, rules, new Set(found.map(({ rule }) => rule)));
  const drafts: DraftWithDestination[] = [];
  const heldPrivate: DraftWithDestination[] = [];
  for (const { link, rule } of found) {
    yield;
    const to = destinations.get(rule);
    if (to === undefined) continue;
    const ruleTitle = rule && chosen === null ? createRuleTitle(rule, link, facts.nowMs) : undefined;
    const typed = link.typedTitle?.trim() || boundTitle(ruleTitle ?? '');
    const title = boundTitle(typed || (facts.linkTextAsTitle && link.title) || '') || null;
    const mayAdd = typeof anyway === 'function' ? anyway(to.accountId) : anyway;
    const isHeld = isPrivate && wanted === undefined && rule?.via === 'browser' && !mayAdd;
    (isHeld ? heldPrivate : drafts).push({ url: link.url, title, pageUrl: link.pageUrl, to });
  }
  return { drafts, heldPrivate, invalid };
}

/** By rule. Null: links without a rule. Rules with the same targets share a destination. */
function findDestinations(
  request: DecisionRequest,
  facts: DecisionFacts,
  rules: readonly Rule[],
  used: ReadonlySet<Rule | null>,
): ReadonlyMap<Rule | null, Destination> {
  const byTargets = new Map<string, Destination>();
  const destinations = [...used]
    .map((rule) => ({ rule, to: findDestination(request, facts, rules, rule) }))
    // If a rule names the default folder, the folder counts as the rule's.
    .sort((a, b) => Number(b.to.isFolderByRule ?? false) - Number(a.to.isFolderByRule ?? false));
  return new Map(
    destinations.map(({ rule, to }) => {
      const targets = describeTargets(to);
      const shared = byTargets.get(targets) ?? to;
      byTargets.set(targets, shared);
      return [rule, shared];
    }),
  );
}

export const getTargets = ({
  accountId,
  folder,
  isFolderByRule,
  also = [],
}: Destination): readonly Target[] => [
  { accountId, folder, ...(isFolderByRule && { isFolderByRule }) },
  ...also,
];

/** Equal for destinations that differ only in who chose their folder. */
function describeTargets(to: Destination): string {
  const toIds = (each: AccountFolder) => [each.accountId, each.folder.id];
  return JSON.stringify([getTargets(to).map(toIds), to.fallbacks?.map(toIds), to.via]);
}

function findDestination(
  { accountId, folder: chosen, also = [], private: isPrivate, via: wanted }: DecisionRequest,
  { accounts, defaultFolders }: DecisionFacts,
  rules: readonly Rule[],
  rule: Rule | null,
): Destination {
  // In private windows this browser fetches only if the user says so.
  const isFetched = (wanted ?? (isPrivate ? undefined : rule?.via)) === 'browser';
  const common = { private: isPrivate, ...(isFetched && ({ via: 'browser' } as const)) };
  if (chosen !== null) return { accountId, folder: chosen, also, ...common };
  /** The default folder, if the service no longer has the rule's. */
  const resolve = ({ accountId: id, folder, isFolderGone }: OtherTarget): AccountFolder => ({
    accountId: id,
    folder: isFolderGone ? (defaultFolders.get(id) ?? rootFolder) : folder,
  });
  const own = rule ?? { accountId, folder: rootFolder, isFolderGone: true };
  const named: OtherTargets = rule ?? findDefaultRule(rules, accountId) ?? {};
  // Each connected account once: as a target, or else as a fallback.
  const free = new Set(accounts.map(({ id }) => id));
  free.delete(own.accountId);
  const resolveFree = (targets: readonly OtherTarget[] = []) =>
    targets.filter((each) => free.delete(each.accountId)).map(resolve);
  // Nobody chose these folders for these links.
  const copies = resolveFree(named.also).map((each) => ({ ...each, isFolderByRule: true }));
  return {
    ...resolve(own),
    isFolderByRule: !own.isFolderGone,
    also: [...copies, ...also],
    fallbacks: resolveFree(named.fallbacks),
    ...common,
  };
}
