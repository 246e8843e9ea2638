/** Combines a link's copies into one row, and adds account names and encoding progress. Loaded on demand. */
import { getAccountLabel } from '../../lib/accounts/account.ts';
import type { Reroute } from '../../lib/uploads/upload.ts';
import {
  type CreateArrange,
  compareItems,
  toUploadItems,
  type UploadItem,
} from '../../lib/uploads/upload-items.ts';
import { joinSentences, t } from '../text.ts';
import { encodingText } from './encoding-text.ts';

export const createArrange: CreateArrange = ({ accountId, ...view }, copies, accounts) => {
  const find = (id: string | undefined) => accounts.find((each) => each.id === id);
  const findAccountName = (id: string | undefined) => {
    const account = find(id);
    return account && getAccountLabel(account, accounts);
  };
  const describe = (item: UploadItem): UploadItem => {
    const { reroute, formerAccountIds, accountId: ownId, fileCode } = item.upload;
    const [from, to] = [findAccountName(formerAccountIds.at(-1)), findAccountName(ownId)];
    const note = reroute && from && to ? rerouteText(reroute, from, to) : undefined;
    const owner = ownId === accountId ? undefined : find(ownId);
    const encoding = encodingText(view.encodings[ownId]?.[fileCode ?? '']?.parts ?? []);
    return { ...item, ...(note && { note }), ...(owner && { owner }), ...(encoding && { encoding }) };
  };

  return (items, isOnline) => {
    const others = toUploadItems({ ...view, uploads: copies, backoff: null, pollFailure: null }, isOnline);
    const byLink = Map.groupBy(
      [...items, ...others].map(describe),
      ({ upload: { id, linkId } }) => linkId ?? id,
    );
    return [...byLink.values()]
      .flatMap((members) => {
        // The list's account comes first.
        const lead = members.find(({ upload }) => upload.accountId === accountId) ?? members[0];
        return lead && members.length > 1 ? combine(lead, members, findAccountName) : members;
      })
      .sort(compareItems);
  };
};

function combine(
  lead: UploadItem,
  members: readonly UploadItem[],
  findAccountName: (accountId: string) => string | undefined,
): UploadItem {
  const accountIds = members.map(({ upload }) => upload.accountId);
  const named = (item: UploadItem): UploadItem => {
    const account = findAccountName(item.upload.accountId);
    return { ...item, accountIds, ...(account && { account }) };
  };
  // Only the first row shows the address, which all share.
  const copies = members.flatMap((item) => (item === lead ? [] : { ...named(item), origin: null }));
  const found = members.map(({ rank }) => rank);
  const rank = found.find((each) => each === 1) ?? found.toSorted()[0] ?? lead.rank;
  return { ...named(lead), copies, rank };
}

function rerouteText({ reason, msg }: Reroute, from: string, to: string): string {
  const words = ((reason === 'refused' || reason === 'failed') && msg?.trim()) || null;
  return joinSentences([
    t(`uploads.rerouted.${reason}`, { from, to }),
    words && t('uploads.serviceSays', { msg: words }),
  ]);
}
