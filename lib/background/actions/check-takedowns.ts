/** Lists files reported for takedown, and notifies of new ones if the user wants that. */
import { getAccountName } from '../../accounts/account.ts';
import { createTakedownStore, isNewTakedown, updateListed } from '../../accounts/takedown-record.ts';
import type { Calls, Lane, Takedown } from '../../api/index.ts';
import { takedownIntervalMs, takedownRetry } from '../../timing/policies.ts';
import type { Handler, Needs } from '../parts.ts';
import { toProblem } from '../problems.ts';

/** Records the list once all of it was read, unless it covers another period than usual. */
export const listTakedowns: Handler<'takedowns.list', Needs<'clients' | 'openPages' | 'ports'>> = async (
  context,
  { accountId, hours },
) => {
  const { record, listed, nowMs } =
    hours === undefined
      ? await readList(context, accountId, 'interactive', true)
      : await readPart(context, accountId, hours);
  return listed.map((takedown) => ({ ...takedown, isNew: isNewTakedown(record, takedown.fileCode, nowMs) }));
};

async function readPart({ clients, ports }: Needs<'clients' | 'ports'>, accountId: string, hours: number) {
  const { takedowns } = await clients.get(accountId);
  const listed = await listAll(takedowns, { hours }, 'interactive');
  const record = await createTakedownStore(ports.local, accountId).get();
  return { record, listed, nowMs: ports.clock() };
}

async function listAll(
  takedowns: Calls['takedowns'],
  query: Parameters<Calls['takedowns']['iterate']>[0],
  lane: Lane,
) {
  const listed: Takedown[] = [];
  for await (const takedown of takedowns.iterate(query, { lane })) listed.push(takedown);
  return listed;
}

async function readList(
  context: Needs<'clients' | 'openPages' | 'ports'>,
  accountId: string,
  lane: Lane,
  isSeen: boolean,
) {
  const { clients, openPages, ports } = context;
  const { takedowns } = await clients.get(accountId);
  const listed = await listAll(takedowns, { perPage: 500 }, lane);
  // Rejects if the account was removed, so that nothing is stored for it.
  await clients.get(accountId);
  const nowMs = ports.clock();
  let added: readonly string[] = [];
  const codes = listed.map(({ fileCode }) => fileCode);
  const record = await createTakedownStore(ports.local, accountId).update((before) => {
    added = before.checkedAtMs === null ? [] : codes.filter((code) => !(code in before.firstSeenAtMs));
    return updateListed(before, codes, isSeen, nowMs);
  });
  openPages.broadcastChange('takedowns');
  return { record, listed, added, nowMs };
}

/**
 * Once a day for each account, while `notifyTakedowns` is on. A takedown is recorded before its notification.
 *
 * @returns when to check again. Null while the setting is off
 */
export async function checkTakedowns(
  context: Needs<'accounts' | 'clients' | 'openPages' | 'ports' | 'settings' | 'startDelays'>,
): Promise<number | null> {
  const { ports, accounts, settings, startDelays } = context;
  if (!(await settings.get()).notifyTakedowns) return null;
  const startAtMs = await startDelays.getStartTimeMs('fullSync');
  if (startAtMs !== null) return startAtMs;
  const times: number[] = [];
  for (const account of (await accounts.get()).list) {
    const { checkedAtMs } = await createTakedownStore(ports.local, account.id).get();
    const nowMs = ports.clock();
    const dueAtMs = checkedAtMs === null ? 0 : checkedAtMs + takedownIntervalMs;
    if (dueAtMs > nowMs) {
      times.push(dueAtMs);
      continue;
    }
    try {
      const { added } = await readList(context, account.id, 'sync', false);
      const notice = {
        id: `takedowns ${account.id}`,
        kind: 'takedowns',
        folderName: null,
        msg: null,
      } as const;
      if (added.length > 0)
        await ports.notify({ ...notice, subject: getAccountName(account), count: added.length });
      times.push(ports.clock() + takedownIntervalMs);
    } catch (error) {
      // Problems of the service or the network are already shown.
      if (toProblem(error).code === 'unexpected') ports.onFault(error);
      times.push(ports.clock() + takedownRetry.firstMs);
    }
  }
  return times.length > 0 ? Math.min(...times) : null;
}
