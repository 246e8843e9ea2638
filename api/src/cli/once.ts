/** Sends each item once. Shared by `send` and `upload`. */
import { ApiError, type CallOptions, isApiError } from '../../../lib/api/index.ts';
import { findArrivals } from './arrivals.ts';
import type { Context } from './command.ts';
import { ItemError, isAccountFailure } from './failure.ts';
import { type Intent, Journal } from './journal.ts';
import { sleep } from './work.ts';

export interface Item {
  readonly id: string;
  readonly intent: Intent;
  /** @returns the code of its file */
  request(): Promise<string>;
  /** For an item whose file has arrived. */
  finish?(fileCode: string): Promise<void>;
  /** The request certainly had no effect, whatever the error says. */
  isWithoutEffect?(): boolean;
}

export interface Outcome {
  readonly state: 'sent' | 'sent-before';
  readonly fileCode: string | null;
}

interface OnceOptions {
  /** Of its items in JSON. */
  readonly type: 'link' | 'file';
  readonly context: Context;
  readonly isAgain: boolean;
  report(item: Item, outcome: Outcome): Promise<void>;
}

const pollMs = 500;
/** For a process on another machine, which may have been killed. */
const maxForeignWaitMs = 5_000;
/** Nothing in `runExclusively` takes longer. */
const maxExclusiveMs = 60_000;

export function createSender({ type, context, isAgain, report }: OnceOptions) {
  const { client, output, signal } = context;
  const ended = new AbortController();
  const stopping = AbortSignal.any([context.stopping, ended.signal]);
  const journal = context.openJournal();
  const options: CallOptions = { signal };
  /** May have been accepted, or another process is sending them. */
  const deferred: Item[] = [];
  const lookedFor = new Set<string>();
  /** Duplicates within a run are sent once, even with --again. */
  const seen = new Set<string>();
  let hasReportedWait = false;
  const probe = () => client.account.probe(options);

  async function fail(item: Item, error: unknown): Promise<void> {
    await output.failure({ type, input: item.intent.input }, error);
    if (!(await isAccountFailure(error, probe))) return;
    if (!stopping.aborted) output.note('Stopped. Run the command again to continue from here.');
    ended.abort();
  }

  async function send(item: Item): Promise<void> {
    const { id } = item;
    let fileCode: string;
    try {
      fileCode = await item.request();
    } catch (error) {
      const isCancelled = context.stopping.aborted && isApiError(error, 'aborted');
      const arrived = item.finish && error instanceof Error && 'fileCode' in error ? error.fileCode : null;
      if (typeof arrived === 'string') await journal.end(id, 'arrived', arrived);
      else if (isWithoutEffect(item, error)) await journal.end(id, 'free');
      else {
        journal.release(id);
        // Look for it once. If it is still unclear, leave it to the next run.
        if (!lookedFor.has(id) && !isCancelled) deferred.push(item);
        const isAccounts = await isAccountFailure(error, probe);
        if (!lookedFor.has(id) && !isAccounts) return;
      }
      if (!isCancelled) await fail(item, error);
      return;
    }
    await journal.end(id, 'done', fileCode);
    await report(item, { state: 'sent', fileCode });
  }

  async function finish(item: Item, fileCode: string): Promise<void> {
    try {
      await item.finish?.(fileCode);
      await journal.end(item.id, 'done', fileCode);
      await report(item, { state: 'sent', fileCode });
    } catch (error) {
      if (item.finish) await journal.end(item.id, 'arrived', fileCode);
      const isGone = isApiError(error, 'not-found') && error.endpoint === 'file/info';
      const sentence = `It was sent, but its file ${fileCode} no longer exists. Send it again with --again.`;
      await fail(item, isGone ? new ItemError('gone', sentence) : error);
    }
  }

  /** Sends an item, or defers it to `settle`. */
  async function handle(item: Item): Promise<void> {
    if (stopping.aborted) return;
    const isNewly = isAgain && !seen.has(item.id);
    seen.add(item.id);
    const claim = await journal.claim(item.id, item.intent, isNewly);
    if (claim.state === 'new') return send(item);
    if (claim.state === 'arrived') return finish(item, claim.fileCode);
    if (claim.state === 'done') return report(item, { state: 'sent-before', fileCode: claim.fileCode });
    if (claim.state === 'left') journal.release(item.id);
    deferred.push(item);
  }

  /** Waits for other processes, and searches the service for items that may have been accepted. */
  async function settle(): Promise<void> {
    const left = new Map<string, { item: Item; intent: Intent }>();
    const startedAt = performance.now();
    for (const item of deferred.splice(0)) {
      for (;;) {
        if (stopping.aborted) return;
        const claim = await journal.claim(item.id, item.intent);
        if (claim.state === 'in-progress') {
          if (left.has(item.id)) break;
          if (!claim.isHere && performance.now() - startedAt > maxForeignWaitMs) {
            const sentence =
              'A process on another machine or in another container is sending it, or was killed there. If the service doesn’t have it, send it with --again.';
            await output.failure({ type, input: item.intent.input }, new ItemError('in-progress', sentence));
            break;
          }
          if (!hasReportedWait)
            output.note(`Waiting for another process, which is sending ${item.intent.input}.`);
          hasReportedWait = true;
          await sleep(pollMs, stopping);
          continue;
        }
        if (claim.state === 'new') await send(item);
        else if (claim.state === 'arrived') await finish(item, claim.fileCode);
        else if (claim.state === 'done')
          await report(item, { state: 'sent-before', fileCode: claim.fileCode });
        else left.set(item.id, { item, intent: claim.intent });
        break;
      }
    }
    if (left.size === 0) return;
    output.note(`Checking whether the service already has ${left.size} of them, from an earlier run …`);
    for (const id of left.keys()) lookedFor.add(id);
    const intents = new Map([...left].map(([id, { intent }]) => [id, intent]));
    const search = {
      client,
      options,
      isKnown: (code: string) => journal.hasCode(code),
      sleep: (ms: number) => sleep(ms, stopping),
    };
    const arrivals = await findArrivals(intents, search).catch(async (error: unknown) => {
      for (const [id, { item }] of left) {
        journal.release(id);
        await fail(item, error);
      }
    });
    for (const [id, { item }] of left) {
      const arrival = arrivals?.get(id);
      if (arrival === undefined) continue;
      if (stopping.aborted) journal.release(id);
      else if (arrival.state === 'found' && arrival.fileCode !== null) await finish(item, arrival.fileCode);
      else if (arrival.state === 'found') {
        await journal.end(id, 'done', null);
        await report(item, { state: 'sent', fileCode: null });
      } else if (arrival.state === 'absent') await send(item);
      else {
        journal.release(id);
        const names = arrival.candidates.slice(0, 5).map(({ fileCode, title }) => `${fileCode} “${title}”`);
        const hint = names.length > 0 ? `These new files may be it: ${names.join(', ')}. ` : '';
        const sentence = `It may have been sent: an earlier run ended before the response. ${hint}If the service doesn’t have it, send it with --again.`;
        await output.failure({ type, input: item.intent.input }, new ItemError('uncertain', sentence));
      }
    }
    // A request made here may have lost its response too.
    if (deferred.length > 0) await settle();
  }

  async function plan(id: string, input: string, sentence: string): Promise<void> {
    const isDone = !isAgain && journal.isDone(id);
    const state = isDone ? 'sent-before' : 'planned';
    await output.result({ type, input, state }, isDone ? `${input} was sent before` : sentence);
  }

  return {
    handle,
    plan,
    settle,
    /** The user stopped, or the account failed. */
    stopping,
  };
}

const isWithoutEffect = (item: Item, error: unknown): boolean =>
  error instanceof ApiError
    ? !error.mayHaveTakenEffect || (item.isWithoutEffect?.() ?? false)
    : error instanceof ItemError || error instanceof TypeError || (item.isWithoutEffect?.() ?? false);

/** While no other process of this machine runs work of the same name. */
export async function runExclusively<T>(
  { openJournal, output, stopping }: Context,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const journal = openJournal();
  const id = Journal.id('lock', name);
  const intent: Intent = { input: name, at: Date.now(), folderId: '0', name, size: null };
  // We can't check on an owner on another machine, so it counts as gone after this time.
  for (
    let ms = 0;
    (await journal.claim(id, intent, ms >= maxExclusiveMs)).state === 'in-progress';
    ms += pollMs
  ) {
    stopping.throwIfAborted();
    if (ms === 0) output.note('Waiting for another process, which is creating folders.');
    await sleep(pollMs, stopping);
  }
  try {
    return await work();
  } finally {
    await journal.end(id, 'free');
  }
}
