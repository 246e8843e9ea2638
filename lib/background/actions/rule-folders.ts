/** Folders for links without a chosen one: by the user's rules, else the default folder. */
import { getAccountLabel } from '../../accounts/account.ts';
import type { FolderRef } from '../../folders/folder.ts';
import { boundTitle, type LinkDraft } from '../../links/link.ts';
import type { RuleSuggestion } from '../../protocol.ts';
import type { LoggedEvent } from '../../uploads/event.ts';
import {
  addRule,
  createRuleTitle,
  findRule,
  markFolderMissing,
  type Rule,
  type RuleDraft,
} from '../../uploads/rules.ts';
import type { Via } from '../../uploads/upload.ts';
import type { Context } from '../background-context.ts';

export interface RuleGroup {
  /** Whose folder it is: a rule may name another account. */
  readonly accountId: string;
  readonly folder: FolderRef;
  readonly isFolderByRule: boolean;
  /** By a rule. */
  readonly via: Via;
  readonly links: readonly LinkDraft[];
}

/** Groups links by folder and by who fetches them, with titles by rule. @param chosen goes before rules */
export async function groupByRules(
  { accounts, rules, shortlists, ports }: Context,
  accountId: string,
  links: readonly LinkDraft[],
  chosen: FolderRef | null = null,
): Promise<readonly RuleGroup[]> {
  const [stored, { list }] = await Promise.all([rules.get(), accounts.get()]);
  const all = stored.filter((rule) => list.some(({ id }) => id === rule.accountId));
  const defaults = new Map<string, FolderRef>();
  const groups = new Map<string, RuleGroup & { readonly links: LinkDraft[] }>();
  for (const link of links) {
    const rule = findRule(all, accountId, link);
    const isFolderByRule = chosen === null && rule !== null && !rule.isFolderGone;
    const to = (chosen === null && rule?.accountId) || accountId;
    const readDefault = async () => defaults.get(to) ?? (await shortlists.get(to)).default;
    const folder = chosen ?? (isFolderByRule ? rule.folder : await readDefault());
    if (!isFolderByRule) defaults.set(to, folder);
    const via = rule?.via ?? 'service';
    const title =
      link.typedTitle?.trim() ||
      (rule && chosen === null && boundTitle(createRuleTitle(rule, link, ports.clock()) ?? ''));
    const name = JSON.stringify([to, folder.id, via]);
    const known = groups.get(name);
    const grouped = known?.links ?? [];
    const titled = title ? { ...link, typedTitle: title } : link;
    grouped.push(titled);
    groups.set(name, {
      accountId: to,
      folder,
      via,
      isFolderByRule: isFolderByRule || known?.isFolderByRule === true,
      links: grouped,
    });
  }
  return [...groups.values()];
}

/** The folder and title by rule for links that are sent together; null where there is none for all of them. */
export async function suggestByRules(
  context: Context,
  accountId: string,
  links: readonly LinkDraft[],
): Promise<RuleSuggestion | null> {
  const [group, ...others] = await groupByRules(context, accountId, links);
  if (group === undefined || others.length > 0 || !group.isFolderByRule) return null;
  const { accountId: ownerId, folder, via } = group;
  const title = (links.length === 1 && group.links[0]?.typedTitle) || null;
  return { accountId: ownerId, account: await nameOther(context, ownerId, accountId), folder, via, title };
}

/** What to call an account, where it is not the one that the links are for; else null. */
export async function nameOther(
  { accounts }: Context,
  id: string,
  accountId: string,
): Promise<string | null> {
  const { list } = await accounts.get();
  const other = id === accountId ? undefined : list.find((each) => each.id === id);
  return other ? getAccountLabel(other, list) : null;
}

export async function saveRule({ rules, openPages, ports }: Context, draft: RuleDraft): Promise<Rule> {
  const titlePattern = boundTitle(draft.titlePattern ?? '') || null;
  const rule = { ...draft, titlePattern, id: ports.createId(), isFolderGone: false };
  await rules.update((all) => addRule(all, rule));
  openPages.broadcastChange('rules');
  return rule;
}

/** Marks rules of a missing folder, and moves an upload with a folder by rule into the default folder. */
export async function handleMissingFolder(
  { rules, shortlists, uploads, openPages, scheduler }: Context,
  { accountId, folderId, uploadId }: LoggedEvent,
): Promise<void> {
  const isAbout = (rule: Rule) => rule.accountId === accountId && rule.folder.id === folderId;
  if (!(await rules.get()).some(isAbout)) return;
  await rules.update((all) => markFolderMissing(all, accountId, folderId));
  openPages.broadcastChange('rules');
  const { default: fallback } = await shortlists.get(accountId);
  if (uploadId !== null && (await uploads.moveByRule(uploadId, fallback))) void scheduler.wake('send');
}
