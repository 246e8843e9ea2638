import type { AccountFolder } from '../../folders/folder.ts';
import { withPin } from '../../folders/shortlist.ts';
import type { LinkDraft } from '../../links/link.ts';
import { createRuleTitle } from '../../links/rules.ts';
import { createSendUndo } from '../../undo-id.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Handler, Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import { type AddNeeds, addLinks } from './add-links.ts';
import { describeHeld } from './open-picker.ts';
import { saveRule } from './rules.ts';
import { moveReplaced, showToast, type ToastNeeds } from './toast-actions.ts';
import { undoSends } from './undo.ts';

export const sendPicked: Handler<
  'picker.send',
  AddNeeds & ToastNeeds & Needs<'getAccount' | 'openPages' | 'pickerRequests'>
> = async (context, request) => {
  const { requestId, folder, others = [], pin, titles, via, rule, isMove } = request;
  const opened = await context.pickerRequests.get(requestId);
  const stored = isMove ? { ...opened, replaces: opened.known?.map(({ id }) => id) } : opened;
  const { accountId: ownId, held, heldBy = [ownId], private: isPrivate } = stored;
  const main = { accountId: request.accountId ?? ownId, folder };
  const isFirst = held === undefined;
  const targets = [main, ...others].filter(({ accountId }) => isFirst || held[accountId]);
  // Before anything is stored for an account that was removed meanwhile.
  for (const target of targets) await context.getAccount(target.accountId);
  const also = others.length > 0 && { also: others };
  const made = rule && isFirst && !isPrivate ? await saveRule(context, { ...rule, ...main, ...also }) : null;
  const own = targets.find(({ accountId }) => accountId === ownId);
  const { links: notMoved, moved } = await moveReplaced(context, stored, own?.folder ?? null, titles);
  // A single link's title can be edited in the window.
  const hasMany = stored.links.length > 1;
  const findReplaced = findByAddress(hasMany ? await context.uploads.read(stored.replaces ?? []) : []);
  const withTypedTitle = (link: LinkDraft) => ({
    ...link,
    typedTitle:
      titles?.[link.url] ??
      findReplaced(link.url)[0]?.title ??
      (made ? createRuleTitle(made, link, context.ports.wallNow()) : undefined),
  });
  const urlsFor = (target: AccountFolder) =>
    (target === own ? notMoved : stored.links)
      .map(({ url }) => url)
      .filter((url) => isFirst || held[target.accountId]?.includes(url));
  const [first, ...rest] = targets;
  const result = first && {
    ...(await addLinks(context, {
      ...first,
      also: rest,
      links: stored.links.map(withTypedTitle),
      only: Object.fromEntries(targets.map((target) => [target.accountId, urlsFor(target)])),
      // The user was asked about the accounts that hold links back.
      anyway: (id) => !isFirst || (stored.reason === 'duplicate' && heldBy.includes(id)),
      via,
      private: isPrivate,
      replaces: stored.replaces,
      holdMs: stored.replaces?.length ? replaceTimeoutMs : undefined,
    })),
  };
  const { outcome } = result ?? {};
  // The links are stored. The user would send them again if a later failure were reported.
  const { onFault } = context.ports;
  const { added, kept } = await dropReplaced(context, stored, result?.added ?? []).catch((fault: unknown) => {
    onFault(fault);
    return { added: result?.added ?? [], kept: [] };
  });
  if (pin)
    for (const { accountId, folder: pinned } of targets)
      await context.shortlists.change(accountId, (list) => withPin(list, pinned, true)).catch(onFault);
  const duplicates = [...new Set([...(outcome?.duplicates ?? []), ...kept.map(({ url }) => url)])];
  // The same window can still add duplicates.
  const heldBefore = outcome?.heldBy ?? (first && { [first.accountId]: outcome?.duplicates ?? [] }) ?? {};
  const heldNow = Object.fromEntries(
    targets.flatMap(({ accountId }) => {
      const keptHere = kept.flatMap((upload) => (upload.accountId === accountId ? upload.url : []));
      const urls = [...(heldBefore[accountId] ?? []), ...keptHere];
      return urls.length > 0 ? [[accountId, urls]] : [];
    }),
  );
  // The window opens again with what was chosen in it.
  const links = stored.links
    .filter(({ url }) => duplicates.includes(url))
    .map((link) => ({ ...link, title: withTypedTitle(link).typedTitle ?? link.title }));
  const again: Partial<StoredPickerRequest> = {
    ...(result && describeHeld(result)),
    links,
    reason: outcome?.heldPrivate ? 'private' : 'duplicate',
    held: heldNow,
    replaces: [],
    chosen: own?.folder ?? stored.chosen,
  };
  const update =
    links.length > 0
      ? context.pickerRequests.put({ ...stored, ...again }, requestId)
      : context.pickerRequests.drop(requestId);
  await update.catch(onFault);
  // Shown on the clicked page. Not awaited, because it lasts until the user clicks there.
  void showToast(context, stored, {
    targets: findUsed(targets, [...added, ...moved.uploads]),
    added,
    moved,
  }).catch(onFault);
  const sent = targets.map((target) => ({
    ...target,
    undo: createSendUndo(added.filter(({ accountId }) => accountId === target.accountId)),
  }));
  return {
    queued: added.length + moved.uploads.length,
    duplicates,
    invalid: outcome?.invalid ?? [],
    ...(others.length > 0 && { folders: targets.map((target) => target.folder), heldBy: heldNow, sent }),
  };
};

/** A slow service refuses a link whose transfer it still has, so its running requests, lists and deletions are waited for. */
const replaceTimeoutMs = 60_000;

/**
 * Deletes at the service what the choice replaces, then releases its links. If it is too late, the link isn't sent again, and the user is
 * asked.
 *
 * @returns the added uploads that stay, and those whose account already has the link
 */
async function dropReplaced(
  context: Needs<'scheduler' | 'uploads'>,
  { replaces = [] }: StoredPickerRequest,
  added: readonly Upload[],
): Promise<{ added: readonly Upload[]; kept: readonly Upload[] }> {
  const findAdded = findByAddress(added);
  const replaced = (await context.uploads.readAnswered(replaces)).filter(
    ({ url }) => findAdded(url).length > 0,
  );
  // The service may have them.
  const isOpen = ({ state }: Upload) => state === 'uncertain';
  const taken = replaced.filter((upload) => !isOpen(upload));
  const findStaying = findByAddress([
    ...replaced.filter(isOpen),
    ...(await undoSends(context, getIds(taken))),
  ]);
  const withdrawn = added.filter(({ url, accountId }) =>
    findStaying(url).some((upload) => upload.accountId === accountId),
  );
  await undoSends(context, getIds(withdrawn));
  await context.uploads.keepReplaced(getIds(replaced));
  const left = added.filter((upload) => !withdrawn.includes(upload));
  for (const { id, wait } of left) if (wait) await context.uploads.setTitle(id, null);
  void context.scheduler.wake('send');
  return { added: left, kept: withdrawn };
}

const findUsed = (targets: readonly AccountFolder[], placed: readonly Upload[]) =>
  targets.filter(({ accountId }) => placed.some((upload) => upload.accountId === accountId));

const getIds = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);
