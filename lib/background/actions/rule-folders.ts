/** Where links go: into a chosen folder, else by the user's rules, else into the default folder; and to which accounts beside. */
import { type Account, getAccountLabel } from '../../accounts/account.ts';
import type { AccountFolder, FolderRef } from '../../folders/folder.ts';
import { boundTitle, type LinkDraft } from '../../links/link.ts';
import {
  addRule,
  createRuleTitle,
  findDefaultRule,
  findRule,
  markFolderMissing,
  type OtherTarget,
  type OtherTargets,
  type Rule,
  type RuleDraft,
} from '../../links/rules.ts';
import type { RuleSuggestion } from '../../protocol.ts';
import type { LoggedEvent } from '../../uploads/event.ts';
import type { Via } from '../../uploads/upload.ts';
import type { Target } from '../../uploads/uploads.ts';
import type { Context } from '../background-context.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';

export interface LinkGroup {
  /** The first is that of the links; each of the others gets copies. */
  readonly targets: readonly [Target, ...Target[]];
  readonly fallbacks: readonly AccountFolder[];
  /** By a rule. */
  readonly via: Via;
  readonly links: readonly LinkDraft[];
}

/** Groups links by where they go and by who fetches them, with titles by rule. @param chosen goes before rules, and alone */
export async function groupByRules(
  { accounts, rules, shortlists, ports }: Context,
  accountId: string,
  links: readonly LinkDraft[],
  chosen: FolderRef | null = null,
): Promise<readonly LinkGroup[]> {
  const [stored, { list }] = await Promise.all([rules.get(), accounts.get()]);
  const all = stored.filter((rule) => list.some(({ id }) => id === rule.accountId));
  const places = new Map<Rule | null, Promise<Omit<LinkGroup, 'via' | 'links'>>>();

  async function findPlace(rule: Rule | null): Promise<Omit<LinkGroup, 'via' | 'links'>> {
    if (chosen !== null) return { targets: [{ accountId, folder: chosen }], fallbacks: [] };
    const ownId = rule?.accountId ?? accountId;
    const readDefault = async (id: string) => (await shortlists.get(id)).default;
    const isFolderByRule = rule !== null && !rule.isFolderGone;
    const folder = isFolderByRule ? rule.folder : await readDefault(ownId);
    const own = { accountId: ownId, folder, isFolderByRule };
    return resolveOthers(own, rule ?? findDefaultRule(all, accountId) ?? {}, list, readDefault);
  }

  const groups = new Map<string, LinkGroup & { readonly links: LinkDraft[] }>();
  for (const link of links) {
    const rule = findRule(all, accountId, link);
    const place = places.get(rule) ?? findPlace(rule);
    places.set(rule, place);
    const { targets, fallbacks } = await place;
    const via = rule?.via ?? 'service';
    const title =
      link.typedTitle?.trim() ||
      (rule && chosen === null && boundTitle(createRuleTitle(rule, link, ports.clock()) ?? ''));
    const toIds = (each: AccountFolder) => [each.accountId, each.folder.id];
    const name = JSON.stringify([targets.map(toIds), fallbacks.map(toIds), via]);
    const known = groups.get(name);
    const grouped = known?.links ?? [];
    grouped.push(title ? { ...link, typedTitle: title } : link);
    // A rule may name the default folder.
    const isByRule = known?.targets[0].isFolderByRule === true;
    groups.set(name, { targets: isByRule ? known.targets : targets, fallbacks, via, links: grouped });
  }
  return [...groups.values()];
}

/** Each connected account once: as a target, else as a fallback. */
async function resolveOthers(
  own: Target,
  { also = [], fallbacks = [] }: OtherTargets,
  list: readonly Account[],
  readDefault: (accountId: string) => Promise<FolderRef>,
): Promise<Pick<LinkGroup, 'targets' | 'fallbacks'>> {
  const free = new Set(list.map(({ id }) => id));
  free.delete(own.accountId);
  const resolve = (targets: readonly OtherTarget[]) =>
    Promise.all(
      targets
        .filter(({ accountId }) => free.delete(accountId))
        .map(async ({ accountId, folder, isFolderGone }) => ({
          accountId,
          folder: isFolderGone ? await readDefault(accountId) : folder,
        })),
    );
  // Nobody chose these folders for these links.
  const copies = (await resolve(also)).map((each) => ({ ...each, isFolderByRule: true }));
  return { targets: [own, ...copies], fallbacks: await resolve(fallbacks) };
}

/** Where the rules or the default folder send links that are sent together; null: into the default folder alone, or apart. */
export async function suggestByRules(
  context: Context,
  { accountId, links, heldBy }: Pick<StoredPickerRequest, 'accountId' | 'links' | 'heldBy'>,
): Promise<RuleSuggestion | null> {
  const [group, ...others] = await groupByRules(context, accountId, links);
  if (group === undefined || others.length > 0) return null;
  const { list } = await context.accounts.get();
  const named = group.targets
    // The others have the links.
    .filter((target) => heldBy?.includes(target.accountId) ?? true)
    .map((target) => ({ ...target, account: nameOther(list, target.accountId, accountId) }));
  const [first, ...also] = named;
  const isDefault = first?.isFolderByRule !== true;
  if (first === undefined || (isDefault && also.length === 0)) return null;
  const title = (links.length === 1 && group.links[0]?.typedTitle) || null;
  const { isFolderByRule: _, ...target } = first;
  return {
    ...target,
    ...(also.length > 0 && { also }),
    ...(isDefault && { isDefault }),
    via: group.via,
    title,
  };
}

/** What to call an account, where it is not the one that the links are for; else null. */
export function nameOther(list: readonly Account[], id: string, accountId: string): string | null {
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

/** Marks a missing folder in the rules that name it, and moves an upload that nobody chose it for into the default folder. */
export async function handleMissingFolder(
  { rules, shortlists, uploads, openPages, scheduler }: Context,
  { accountId, folderId, uploadId }: LoggedEvent,
): Promise<void> {
  await rules.update((all) => markFolderMissing(all, accountId, folderId));
  openPages.broadcastChange('rules');
  const { default: fallback } = await shortlists.get(accountId);
  if (uploadId !== null && (await uploads.moveByRule(uploadId, fallback))) void scheduler.wake('send');
}
