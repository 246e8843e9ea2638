import { getOtherAccountName } from '../../accounts/account.ts';
import type { FolderRef } from '../../folders/folder.ts';
import { withoutFolder } from '../../folders/shortlist.ts';
import { boundTitle } from '../../links/link.ts';
import { addRule, markFolderGone, type Rule, type RuleDraft } from '../../links/rules.ts';
import type { RuleSuggestion } from '../../protocol.ts';
import type { Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import { type FactsNeeds, readFacts } from './add-links.ts';
import { decideLinks, getTargets } from './decide-links.ts';

/** Where the rules or the default folder send links. Null: only to the default folder, or to different folders. */
export async function suggestByRules(
  context: FactsNeeds,
  { accountId, links, heldBy }: Pick<StoredPickerRequest, 'accountId' | 'links' | 'heldBy'>,
): Promise<RuleSuggestion | null> {
  const facts = await readFacts(context);
  const request = { accountId, links, folder: null, private: false };
  const { drafts } = decideLinks(request, { ...facts, linkTextAsTitle: false });
  const [to, ...others] = new Set(drafts.map((draft) => draft.to));
  if (to === undefined || others.length > 0) return null;
  const [first, ...also] = getTargets(to)
    // The others have the links.
    .filter((target) => heldBy?.includes(target.accountId) ?? true)
    .map(({ accountId: id, folder, isFolderByRule }) => ({
      target: { accountId: id, folder, account: getOtherAccountName(facts.accounts, id, accountId) },
      isFolderByRule,
    }));
  const isDefault = first?.isFolderByRule !== true;
  if (first === undefined || (isDefault && also.length === 0)) return null;
  return {
    ...first.target,
    ...(also.length > 0 && { also: also.map(({ target }) => target) }),
    ...(isDefault && { isDefault }),
    via: to.via ?? 'service',
    title: (links.length === 1 && drafts[0]?.title) || null,
  };
}

export async function saveRule(
  { rules, openPages, ports }: Needs<'openPages' | 'ports' | 'rules'>,
  draft: RuleDraft,
): Promise<Rule> {
  const titlePattern = boundTitle(draft.titlePattern ?? '') || null;
  const rule = { ...draft, titlePattern, id: ports.createId(), isFolderGone: false };
  await rules.update((all) => addRule(all, rule));
  openPages.broadcastChange('rules');
  return rule;
}

/**
 * Removes a folder that is gone from the shortlist, and marks the rules that name it.
 * @returns the default folder
 */
export async function recordFolderGone(
  { rules, shortlists, openPages, ports }: Needs<'openPages' | 'ports' | 'rules' | 'shortlists'>,
  accountId: string,
  folderId: string,
): Promise<FolderRef | null> {
  try {
    await shortlists.change(accountId, (shortlist) => withoutFolder(shortlist, folderId));
    await rules.update((all) => markFolderGone(all, accountId, folderId));
    openPages.broadcastChange('rules');
    return (await shortlists.get(accountId)).default;
  } catch (fault) {
    ports.onFault(fault);
    return null;
  }
}
