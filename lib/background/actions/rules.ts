/** Folders for links without a chosen one: by the user's rules, else the default folder. */
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
import type { Context } from '../context.ts';

/** Links for one folder. */
export interface RuleGroup {
  readonly folder: FolderRef;
  /** A rule has chosen the folder. */
  readonly byRule: boolean;
  readonly links: readonly LinkDraft[];
}

/** Groups links by their folders, with titles by rule for those without a typed one. */
export async function groupByRules(
  { rules, shortlists, ports }: Context,
  accountId: string,
  links: readonly LinkDraft[],
): Promise<readonly RuleGroup[]> {
  const [all, shortlist] = await Promise.all([rules.get(), shortlists.get(accountId)]);
  const groups = new Map<string, RuleGroup>();
  for (const link of links) {
    const rule = findRule(all, accountId, link);
    const byRule = rule !== null && !rule.isFolderGone;
    const folder = byRule ? rule.folder : shortlist.default;
    const title =
      link.typedTitle?.trim() || (rule && boundTitle(createRuleTitle(rule, link, ports.clock()) ?? ''));
    const known = groups.get(folder.id);
    const titled = title ? { ...link, typedTitle: title } : link;
    groups.set(folder.id, {
      folder,
      byRule: byRule || known?.byRule === true,
      links: [...(known?.links ?? []), titled],
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
  if (group === undefined || others.length > 0 || !group.byRule) return null;
  return { folder: group.folder, title: (links.length === 1 && group.links[0]?.typedTitle) || null };
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
