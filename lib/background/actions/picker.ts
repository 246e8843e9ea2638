/** Sends what was chosen in the picker, to one account or to several. */
import type { AccountFolder } from '../../folders/folder.ts';
import { withPin } from '../../folders/shortlist.ts';
import type { LinkDraft } from '../../links/link.ts';
import { createRuleTitle } from '../../uploads/rules.ts';
import type { Handler } from '../background-context.ts';
import { saveRule } from './rule-folders.ts';
import { sendLinks } from './send-links.ts';
import { replaceUploads } from './sign-actions.ts';

export const sendPicked: Handler<'picker.send'> = async (context, request) => {
  const { requestId, folder, others = [], pin, titles, via, rule } = request;
  const stored = await context.pickerRequests.get(requestId);
  const { accountId: ownId, held, heldBy = [ownId], private: isPrivate } = stored;
  const main = { accountId: request.accountId ?? ownId, folder };
  const isFirst = held === undefined;
  const targets = [main, ...others].filter(({ accountId }) => isFirst || held[accountId]);
  const also = others.length > 0 && { also: others };
  const made = rule && isFirst && !isPrivate ? await saveRule(context, { ...rule, ...main, ...also }) : null;
  const own = targets.find(({ accountId }) => accountId === ownId);
  const { links: notMoved, moved } = await replaceUploads(context, stored, own?.folder ?? null);
  const withTypedTitle = (link: LinkDraft) => ({
    ...link,
    typedTitle: titles?.[link.url] ?? (made ? createRuleTitle(made, link, context.ports.clock()) : undefined),
  });
  const urlsFor = (target: AccountFolder) =>
    (target === own ? notMoved : stored.links)
      .map(({ url }) => url)
      .filter((url) => isFirst || held[target.accountId]?.includes(url));
  const [first, ...rest] = targets;
  const result = first && {
    ...(await sendLinks(context, {
      ...first,
      also: rest,
      links: stored.links.map(withTypedTitle),
      only: Object.fromEntries(targets.map((target) => [target.accountId, urlsFor(target)])),
      // What the user was asked about: the links that some accounts hold back.
      anyway: (id) => !isFirst || (stored.reason === 'duplicate' && heldBy.includes(id)),
      via,
      private: isPrivate,
    })),
  };
  const { outcome, added = [] } = result ?? {};
  // The links are stored. What fails from here on is not reported: it would invite sending them again.
  const { onFault } = context.ports;
  if (pin)
    for (const { accountId, folder: pinned } of targets)
      await context.shortlists.change(accountId, (list) => withPin(list, pinned, true)).catch(onFault);
  const heldNow = outcome?.heldBy ?? (first && { [first.accountId]: outcome?.duplicates ?? [] }) ?? {};

  const duplicates = outcome?.duplicates ?? [];
  // Duplicates can still be sent from the same window; what they replace is replaced.
  const links = stored.links.filter(({ url }) => duplicates.includes(url));
  const again = { links, reason: 'duplicate', held: heldNow, replaces: [] } as const;
  const update =
    links.length > 0
      ? context.pickerRequests.put({ ...stored, ...again }, requestId)
      : context.pickerRequests.drop(requestId);
  await update.catch(onFault);
  const sent = targets.map((target) => ({
    ...target,
    ids: added.flatMap(({ id, accountId }) => (accountId === target.accountId ? id : [])),
  }));
  return {
    queued: added.length + moved,
    duplicates,
    invalid: outcome?.invalid ?? [],
    ...(others.length > 0 && { folders: targets.map((target) => target.folder), heldBy: heldNow, sent }),
  };
};
