/** Where links go when nobody chose a folder: by the user's rules, else into the default folder. */
import type { FolderRef } from '../folders/folder.ts';
import { boundTitle, type LinkDraft } from '../links/link.ts';
import type { RuleSuggestion } from '../protocol.ts';
import { type StorageArea, stored } from '../storage/stored.ts';
import type { LoggedEvent } from '../uploads/event.ts';
import {
  findRule,
  type Rule,
  type RuleDraft,
  readRules,
  titleByRule,
  withFolderGone,
  withRule,
} from '../uploads/rules.ts';
import type { Context } from './context.ts';

export const rulesStore = (local: StorageArea) => stored(local, 'rules', readRules);

/** Links for one folder. */
export interface Share {
  readonly folder: FolderRef;
  /** A rule has chosen the folder. */
  readonly byRule: boolean;
  readonly links: readonly LinkDraft[];
}

/** The links by the folders that they go into, with the titles that rules give to those without a typed one. */
export async function shareByRules(
  { rules, shortlists, ports }: Context,
  accountId: string,
  links: readonly LinkDraft[],
): Promise<readonly Share[]> {
  const [all, shortlist] = await Promise.all([rules.get(), shortlists.of(accountId)]);
  const shares = new Map<string, Share>();
  for (const link of links) {
    const rule = findRule(all, accountId, link.url);
    const byRule = rule !== null && !rule.isFolderGone;
    const folder = byRule ? rule.folder : shortlist.default;
    const title =
      link.typedTitle?.trim() || (rule && boundTitle(titleByRule(rule, link, ports.clock()) ?? ''));
    const known = shares.get(folder.id);
    const titled = title ? { ...link, typedTitle: title } : link;
    shares.set(folder.id, {
      folder,
      byRule: byRule || known?.byRule === true,
      links: [...(known?.links ?? []), titled],
    });
  }
  return [...shares.values()];
}

/** What rules say of links that are to be sent together; null where they say nothing, or nothing that holds for all. */
export async function suggestByRules(
  context: Context,
  accountId: string,
  links: readonly LinkDraft[],
): Promise<RuleSuggestion | null> {
  const [share, ...others] = await shareByRules(context, accountId, links);
  if (share === undefined || others.length > 0 || !share.byRule) return null;
  return { folder: share.folder, title: (links.length === 1 && share.links[0]?.typedTitle) || null };
}

export async function saveRule({ rules, live, ports }: Context, draft: RuleDraft): Promise<Rule> {
  const titlePattern = boundTitle(draft.titlePattern ?? '') || null;
  const rule = { ...draft, titlePattern, id: ports.makeId(), isFolderGone: false };
  await rules.update((all) => withRule(all, rule));
  live.changed('rules');
  return rule;
}

/** Rules for a folder that is gone say so, and the upload that one of them has put there goes into the default folder. */
export async function folderGone(
  { rules, shortlists, uploads, live, scheduler }: Context,
  { accountId, folderId, uploadId }: LoggedEvent,
): Promise<void> {
  const isAbout = (rule: Rule) => rule.accountId === accountId && rule.folder.id === folderId;
  if (!(await rules.get()).some(isAbout)) return;
  await rules.update((all) => withFolderGone(all, accountId, folderId));
  live.changed('rules');
  const { default: fallback } = await shortlists.of(accountId);
  if (uploadId !== null && (await uploads.moveByRule(uploadId, fallback))) void scheduler.wake('send');
}
