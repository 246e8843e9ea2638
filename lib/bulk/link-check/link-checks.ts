/**
 * Checks which of many pasted links are dead, through the accounts at their hosts. One check at a time, which continues after a stop or a
 * restart. One failing account or link doesn't block the others.
 *
 * `file/info` responds for many files, but only for the account's own. The rest is looked up with `file/check`, which at some services
 * works for everyone's files. If the host has no such call, nothing tells whether somebody else's file exists.
 *
 * `lib/bulk/link-check`: the check, its links (`checked-link.ts`) and their store. For `lib/background`. Pages import types.
 */

import type { AccountStatus } from '../../accounts/account-status.ts';
import {
  ApiError,
  type CallOptions,
  type FileInfo,
  type FileStatus,
  isAccountError,
  isApiError,
  readFailure,
} from '../../api/index.ts';
import { linkCheckRetry } from '../../timing/policies.ts';
import { calculateDelayMs, earliest, isGivenUp } from '../../timing/retry.ts';
import { createSerialQueue } from '../../timing/serial-queue.ts';
import type { EpochMs, Random } from '../../timing/units.ts';
import type { CheckStore } from './check-store.ts';
import {
  type CheckedLink,
  isOpen,
  type LinkCheck,
  type LinkReason,
  type LinkVerdict,
  type NewLink,
  toCheckedLink,
} from './checked-link.ts';

/** As many codes as one `file/info` request accepts. */
const batchSize = 50;

export interface LinkCheckOptions {
  readonly store: CheckStore;
  readonly accountStatus: Pick<AccountStatus, 'check' | 'peek' | 'reportFailure'>;
  /** Null if the account no longer exists. */
  readonly readInfos: (accountId: string, codes: readonly string[]) => Promise<readonly FileInfo[] | null>;
  readonly checkFile: (accountId: string, code: string, options: CallOptions) => Promise<FileStatus>;
  /** The host has a call for the state of any file. */
  readonly canCheckFile: (accountId: string) => Promise<boolean>;
  /** Files that the service lists as deleted. Empty if it has no such list. */
  readonly findDeleted: (accountId: string, options: CallOptions) => Promise<ReadonlySet<string>>;
  readonly findKnown: (accountId: string, codes: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Of the account's own codes. Empty if none is known. */
  readonly findCodeLengths: (accountId: string) => Promise<ReadonlySet<number>>;
  /** Files that were reported for takedown. */
  readonly findTakedowns: (accountId: string) => Promise<ReadonlySet<string>>;
  readonly clock: () => EpochMs;
  readonly random: Random;
  readonly onChange: () => void;
}

export type LinkChecks = ReturnType<typeof createLinkChecks>;

interface Outcome {
  readonly verdict: LinkVerdict;
  readonly reason: LinkReason | null;
  readonly msg?: string | null;
}

export function createLinkChecks(options: LinkCheckOptions) {
  const { store, accountStatus, clock, random, onChange } = options;
  /** Undefined before it is read. */
  let current: { check: LinkCheck; links: CheckedLink[] } | null | undefined;
  /** Of accounts that failed. */
  const retries = new Map<string, { failures: number; atMs: number }>();
  const enqueue = createSerialQueue();

  async function load(): Promise<typeof current> {
    if (current !== undefined) return current;
    const check = await store.read();
    // It may have been replaced meanwhile.
    if (current === undefined) current = check && { check, links: [...check.links] };
    return current;
  }

  async function record(
    running: NonNullable<typeof current>,
    accountId: string,
    outcomes: ReadonlyMap<string, Outcome>,
  ): Promise<void> {
    const changed: number[] = [];
    for (const [index, link] of running.links.entries()) {
      const outcome = link.fileCode === null ? undefined : outcomes.get(link.fileCode);
      if (outcome === undefined || !isOpen(link) || link.accountIds[0] !== accountId) continue;
      running.links[index] = conclude(link, outcome);
      changed.push(index);
    }
    if (changed.length === 0) return;
    await enqueue(() => store.writeLinks({ ...running.check, links: running.links }, changed));
    onChange();
  }

  /** For everything that the account still had to be asked. */
  const giveUp = (running: NonNullable<typeof current>, accountId: string, outcome: Outcome) => {
    const codes = openCodes(running.links, accountId, Number.POSITIVE_INFINITY);
    return record(running, accountId, new Map(codes.map((code) => [code, outcome])));
  };

  async function checkBatch(
    running: NonNullable<typeof current>,
    accountId: string,
    codes: readonly string[],
  ): Promise<void> {
    const [known, lengths, takedowns] = await Promise.all([
      options.findKnown(accountId, codes),
      options.findCodeLengths(accountId),
      options.findTakedowns(accountId),
    ]);
    const infos = await options.readInfos(accountId, codes);
    if (infos === null) return giveUp(running, accountId, { verdict: 'unknown', reason: 'no-account' });
    const unknown: string[] = [];
    const outcomes = new Map<string, Outcome>();
    for (const info of infos) {
      const { fileCode } = info;
      if (info.found)
        outcomes.set(fileCode, { verdict: 'there', reason: takedowns.has(fileCode) ? 'takedown' : null });
      else if (info.error && !isApiError(info.error, 'not-found', 'refused'))
        outcomes.set(fileCode, failedWith(info.error));
      else unknown.push(fileCode);
    }
    await record(running, accountId, outcomes);
    if (unknown.length === 0) return;
    // A requested file that has left the catalog since was confirmed to be gone.
    const left = await options.findKnown(accountId, unknown);
    const deleted = await findDeleted(accountId);
    const canCheckFile = await options.canCheckFile(accountId);
    for (const code of unknown) {
      if (current !== running || running.check.isStopped) return;
      const isMissing = deleted.has(code) || (known.has(code) && !left.has(code));
      const checked = isMissing ? missing : await checkFile(accountId, code);
      const isReported = canCheckFile || known.has(code) || checked.verdict === 'there';
      const outcome = isReported || isMissing ? checked : ownOnly;
      const isOther = outcome.verdict === 'gone' && lengths.size > 0 && !lengths.has(code.length);
      const reported: Outcome = isOther ? { ...outcome, verdict: 'unknown', reason: 'other-code' } : outcome;
      await record(running, accountId, new Map([[code, reported]]));
    }
  }

  /** @throws {ApiError} if the account or the connection is the problem */
  async function checkFile(accountId: string, code: string): Promise<Outcome> {
    try {
      const { active, status } = await options.checkFile(accountId, code, { lane: 'sync' });
      return active
        ? { verdict: 'there', reason: null }
        : { verdict: 'there', reason: 'status', msg: status };
    } catch (error) {
      const { code: failure, msg } = toOwnFailure(error);
      return failure === 'not-found'
        ? { verdict: 'gone', reason: 'not-found', msg }
        : { verdict: 'unknown', reason: failure, msg };
    }
  }

  async function findDeleted(accountId: string): Promise<ReadonlySet<string>> {
    try {
      return await options.findDeleted(accountId, { lane: 'sync' });
    } catch (error) {
      toOwnFailure(error);
      return new Set();
    }
  }

  /** @returns when to continue with the account. Null: nothing is left to ask it */
  async function runAccount(running: NonNullable<typeof current>, accountId: string): Promise<number | null> {
    for (;;) {
      if (current !== running || running.check.isStopped) return null;
      const codes = openCodes(running.links, accountId, batchSize);
      if (codes.length === 0) return null;
      const before = retries.get(accountId);
      if (before && before.atMs > clock()) return before.atMs;
      const waitUntilMs = await accountStatus.check(accountId);
      if (waitUntilMs !== null && Number.isFinite(waitUntilMs)) return waitUntilMs;
      if (waitUntilMs !== null) {
        // It waits for the user: a new key, or access to the host.
        const isDenied = accountStatus.peek(accountId)?.reason === 'permission';
        const reason = isDenied ? 'no-permission' : 'unauthorized';
        await giveUp(running, accountId, { verdict: 'unknown', reason });
        continue;
      }
      try {
        await checkBatch(running, accountId, codes);
        retries.delete(accountId);
      } catch (error) {
        const failure = readFailure(error);
        if (failure.code === 'unexpected') throw error;
        if (await accountStatus.reportFailure(accountId, failure)) continue;
        const failures = (before?.failures ?? 0) + 1;
        if (!isGivenUp(linkCheckRetry, failures)) {
          const atMs = clock() + calculateDelayMs(linkCheckRetry, failures, random);
          retries.set(accountId, { failures, atMs });
        } else {
          retries.delete(accountId);
          const outcome = failedWith(error as ApiError);
          const left = openCodes(running.links, accountId, batchSize);
          await record(running, accountId, new Map(left.map((code) => [code, outcome])));
        }
      }
    }
  }

  async function setStopped(isStopped: boolean): Promise<void> {
    const running = await load();
    if (!running) return;
    running.check = { ...running.check, isStopped };
    retries.clear();
    await enqueue(() => store.setStopped(isStopped));
    onChange();
  }

  async function remove(): Promise<void> {
    await enqueue(store.remove);
    current = null;
    onChange();
  }

  return {
    /** Replaces the previous check. */
    async start(links: readonly NewLink[]): Promise<void> {
      const checked = links.map(toCheckedLink);
      const accountIds = [...new Set(links.flatMap((link) => link.accountIds))];
      const check = { startedAtMs: clock(), accountIds, isStopped: false, links: checked };
      await enqueue(() => store.replace(check));
      retries.clear();
      current = { check, links: checked };
      onChange();
    },

    stop: () => setStopped(true),
    resume: () => setStopped(false),
    remove,

    async removeAccount(accountId: string): Promise<void> {
      if ((await load())?.check.accountIds.includes(accountId)) await remove();
    },

    /** @returns when to call again. Null: nothing is left, or the check is stopped */
    async run(): Promise<number | null> {
      for (;;) {
        const running = await load();
        if (!running || running.check.isStopped) return null;
        const accountIds = new Set(
          running.links.flatMap((link) => (isOpen(link) ? (link.accountIds[0] ?? []) : [])),
        );
        const times = await Promise.all(Array.from(accountIds, (id) => runAccount(running, id)));
        const waiting = times.filter((time) => time !== null);
        // Another account may know the file.
        if (waiting.length === times.length) return waiting.length === 0 ? null : earliest(waiting);
      }
    },
  };
}

/** Each code once, in the order of the links. */
function openCodes(links: readonly CheckedLink[], accountId: string, limit: number): readonly string[] {
  const codes = new Set<string>();
  for (const link of links) {
    if (codes.size >= limit) break;
    if (isOpen(link) && link.accountIds[0] === accountId && link.fileCode !== null) codes.add(link.fileCode);
  }
  return [...codes];
}

/** Asks the next account, unless this one has or had the file. If an account can't be asked, the file may still exist. */
function conclude(link: CheckedLink, { verdict, reason, msg = null }: Outcome): CheckedLink {
  const [, ...others] = link.accountIds;
  const isDecided = verdict === 'there' || reason === 'missing';
  if (isDecided) return { ...link, accountIds: [], verdict, reason, msg };
  const unsure =
    verdict === 'unknown' ? { reason, msg } : link.reason && { reason: link.reason, msg: link.msg };
  if (others.length > 0) return { ...link, accountIds: others, ...unsure };
  return {
    ...link,
    accountIds: [],
    ...(unsure ? { verdict: 'unknown', ...unsure } : { verdict, reason, msg }),
  };
}

const missing: Outcome = { verdict: 'gone', reason: 'missing' };
const ownOnly: Outcome = { verdict: 'unknown', reason: 'own-only' };

/** @throws the same error if it is about the account or the connection */
function toOwnFailure(error: unknown): ApiError {
  if (!(error instanceof ApiError) || isAccountError(error) || isApiError(error, 'network', 'timeout'))
    throw error;
  return error;
}

const failedWith = ({ code, msg }: ApiError): Outcome => ({ verdict: 'unknown', reason: code, msg });
