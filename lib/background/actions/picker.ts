/** Sends what was chosen in the picker, to one account or to several. */
import { withPin } from '../../folders/shortlist.ts';
import type { LinkDraft } from '../../links/link.ts';
import type { SentTo } from '../../protocol.ts';
import { createRuleTitle } from '../../uploads/rules.ts';
import type { Handler } from '../background-context.ts';
import { saveRule } from './rule-folders.ts';
import { sendLinks } from './send-links.ts';
import { replaceUploads } from './sign-actions.ts';

export const sendPicked: Handler<'picker.send'> = async (context, request) => {
  const { requestId, folder, others = [], pin, titles, via, rule } = request;
  const stored = await context.pickerRequests.get(requestId);
  const { accountId: ownId, held, private: isPrivate } = stored;
  const main = { accountId: request.accountId ?? ownId, folder };
  const isFirst = held === undefined;
  const targets = [main, ...others].filter(({ accountId }) => isFirst || held[accountId]);
  const made = rule && isFirst && !isPrivate ? await saveRule(context, { ...rule, ...main }) : null;
  const own = targets.find(({ accountId }) => accountId === ownId);
  const { links: notMoved, moved } = await replaceUploads(context, stored, own?.folder ?? null);
  const withTypedTitle = (link: LinkDraft) => ({
    ...link,
    typedTitle: titles?.[link.url] ?? (made ? createRuleTitle(made, link, context.ports.clock()) : undefined),
  });

  const sent: SentTo[] = [];
  const results = [];
  const heldNow: Record<string, readonly string[]> = {};
  for (const target of targets) {
    const { accountId } = target;
    const links = (target === own ? notMoved : stored.links)
      .filter(({ url }) => isFirst || held[accountId]?.includes(url))
      .map(withTypedTitle);
    if (pin) await context.shortlists.change(accountId, (list) => withPin(list, target.folder, true));
    // What the user was asked about: the links that one account holds back.
    const anyway = isFirst ? stored.reason === 'duplicate' && target === own : true;
    const result = await sendLinks(context, { ...target, links, anyway, via, private: isPrivate });
    results.push(result.outcome);
    sent.push({ ...target, ids: result.added.map(({ id }) => id) });
    if (result.outcome.duplicates.length > 0) heldNow[accountId] = result.outcome.duplicates;
  }

  const duplicates = [...new Set(Object.values(heldNow).flat())];
  // Duplicates can still be sent from the same window; what they replace is replaced.
  const links = stored.links.filter(({ url }) => duplicates.includes(url));
  const again = { links, reason: 'duplicate', held: heldNow, replaces: [] } as const;
  if (links.length > 0) await context.pickerRequests.put({ ...stored, ...again }, requestId);
  else await context.pickerRequests.drop(requestId);
  return {
    queued: results.reduce((sum, { queued }) => sum + queued, moved),
    duplicates,
    invalid: results[0]?.invalid ?? [],
    ...(others.length > 0 && { folders: targets.map((target) => target.folder), sent }),
  };
};
