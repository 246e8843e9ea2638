/** An outbox in the small world of `world.ts`, and what a test does with it. */
import type { KnownTransfer, OutboxEvent } from '../../../lib/outbox/context.ts';
import { createOutbox, type Outbox } from '../../../lib/outbox/outbox.ts';
import { createSessionStore } from '../../../lib/outbox/session-store.ts';
import { Time } from '../time.ts';
import { memoryArea } from './samples.ts';
import { type Rules, Service } from './world.ts';

const rules: Rules = {
  ...{ slots: 10_000, duration: 60_000, gap: 0, echo: 'as-sent', refusesQueued: false },
  ...{ filtersFiles: true, rewritesTitles: false, turn: 0, unreadable: 'nothing' },
};
export const folder = { id: '0', name: '' };
export const to = { accountId: 'account', folder, private: false };
export const url = (name: string | number) => `https://files.example/${name}.mp4`;
export const drafts = (count: number) => Array.from({ length: count }, (_, at) => ({ url: url(at) }));

export function setUp(changes: Partial<Rules> = {}) {
  const time = new Time();
  const service = new Service(time, { ...rules, ...changes });
  const store = createSessionStore(memoryArea());
  const events: OutboxEvent[] = [];
  const state = { online: true, listens: true, skew: 0, known: [] as KnownTransfer[] };
  const open = (): Outbox =>
    createOutbox({
      store,
      clientFor: async (accountId) => (accountId === 'removed' ? null : service.client()),
      clock: () => time.now + state.skew,
      transfers: async () => state.known,
      random: () => 0.5,
      wait: (milliseconds) => time.wait(milliseconds),
      online: () => state.online,
      onEvent: async (event) => {
        if (event.type === 'changed') return;
        if (!state.listens) throw new Error('Nobody listens.');
        events.push(event);
      },
    });
  const outbox = open();
  /** Runs, and lets so much time pass that it can end. */
  async function run(milliseconds = 60_000, which = outbox): Promise<number | null> {
    const result = which.run();
    result.catch(() => {}); // Looked at below; time has to pass first.
    await time.advance(milliseconds);
    return (await result).nextWakeAt;
  }
  /** Runs whenever the outbox wants to, until it wants nothing any more. */
  async function untilQuiet(milliseconds = 2_000): Promise<void> {
    for (let at = await run(milliseconds); at !== null; at = await run(milliseconds))
      await time.advance(Math.max(0, at - time.now));
  }
  return {
    ...{ time, service, store, events, state, open, outbox, run, untilQuiet },
    sends: () => service.requests.filter(({ what }) => what === 'upload/url').length,
    async states() {
      return (await store.list()).map((item) =>
        item.waiting ? `${item.state}: ${item.waiting.reason}` : item.state,
      );
    },
    told: () => events.map(({ type }) => type),
  };
}
