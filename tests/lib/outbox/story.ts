/**
 * A story: an outbox and a watch in the small world of `world.ts`, what their user does, and what befalls them. Told
 * to its end it says what became of every link.
 */
import { combineStores } from '../../../lib/outbox/combined-store.ts';
import type { OutboxEvent } from '../../../lib/outbox/context.ts';
import type { OutboxItem } from '../../../lib/outbox/item.ts';
import { createOutbox, type Outbox } from '../../../lib/outbox/outbox.ts';
import { createSessionStore } from '../../../lib/outbox/session-store.ts';
import type { OutboxStore } from '../../../lib/outbox/store-types.ts';
import { createSessionStore as createWatchStore } from '../../../lib/watch/session-store.ts';
import { createWatch, type Watch, type WatchEvent } from '../../../lib/watch/watch.ts';
import { Life } from '../life.ts';
import { Time } from '../time.ts';
import { memoryArea } from './samples.ts';
import { type Fault, type Rules, Service } from './world.ts';

export type Deed =
  | { readonly type: 'add'; readonly links: readonly string[]; readonly private: boolean }
  | { readonly type: 'kill' }
  | { readonly type: 'offline'; readonly milliseconds: number }
  | { readonly type: 'jump'; readonly milliseconds: number }
  | { readonly type: 'pause' | 'resume' }
  | { readonly type: 'retry' | 'remove' | 'checkAgain' | 'moveUp'; readonly which: number }
  | { readonly type: 'foreign'; readonly link: string };

/** What the user asks of the running process, as against what just happens. */
type Wish = Exclude<Deed, { type: 'kill' | 'offline' | 'jump' | 'foreign' }>;

export interface Plot {
  readonly rules: Rules;
  /** Each after so many milliseconds. */
  readonly deeds: readonly { readonly after: number; readonly deed: Deed }[];
  /** What befalls the first requests. */
  readonly faults: readonly Fault[];
  /** After how many points each process dies; when all are used up they live on. */
  readonly deaths: readonly number[];
  readonly oldFiles: readonly string[];
  /** Milliseconds between a death and the next life. */
  readonly restart: number;
}

const accountId = 'account';
const folder = { id: '0', name: '' };

export class Story {
  readonly time = new Time();
  readonly service: Service;
  /** Every item that was ever stored, and those that the user took out again. */
  readonly added = new Map<string, OutboxItem>();
  readonly removed = new Set<string>();
  /** The ids of the items in the order in which they were sent for the first time. */
  readonly firstSends = new Set<string>();
  readonly events: OutboxEvent[] = [];
  readonly ends: WatchEvent[] = [];
  readonly complaints: string[] = [];
  /** As it is stored, seen from outside of any process. */
  readonly store: OutboxStore;
  readonly watchStore;
  #process: { readonly life: Life; readonly outbox: Outbox; readonly watch: Watch } | null = null;
  #skew = 0;
  #offlineUntil = 0;
  /** Since when nothing may leave. */
  #offlineAt = Number.POSITIVE_INFINITY;
  #pausedAt = Number.POSITIVE_INFINITY;
  #ids = 0;
  readonly #alarms: Record<string, object> = {};
  readonly #deaths: number[];
  readonly #areas = { disk: memoryArea(), session: memoryArea(), watch: memoryArea() };
  readonly #plot: Plot;

  constructor(plot: Plot) {
    this.#plot = plot;
    this.#deaths = [...plot.deaths];
    this.service = new Service(this.time, plot.rules);
    this.service.faults = [...plot.faults];
    for (const title of plot.oldFiles) this.service.addOldFile(title);
    this.store = this.#openStore();
    this.watchStore = createWatchStore(this.#areas.watch);
  }

  readonly clock = () => this.time.now + this.#skew;

  async tell(): Promise<void> {
    this.#begin();
    for (const { after, deed } of this.#plot.deeds) {
      await this.time.advance(after);
      await this.#do(deed);
    }
    await this.time.advance(10 * 60_000);
    // From here on nothing evil happens any more, and there is all the time in the world.
    this.#deaths.length = 0;
    this.service.faults = [];
    this.#process?.life.spare();
    await this.time.advance(60_000);
    await this.#do({ type: 'resume' });
    await this.time.advance(6 * 3_600_000);
  }

  #openStore(): OutboxStore {
    return combineStores(createSessionStore(this.#areas.disk), createSessionStore(this.#areas.session));
  }

  /** Notes what really was stored, whether or not the process lived to hear of it. */
  #recording(store: OutboxStore): OutboxStore {
    return {
      ...store,
      add: async (items) => {
        await store.add(items);
        for (const item of items) this.added.set(item.id, item);
      },
      setPaused: async (paused) => {
        if (!paused) this.#pausedAt = Number.POSITIVE_INFINITY;
        await store.setPaused(paused);
        if (paused) this.#pausedAt = this.time.now;
      },
      change: async (id, step, claim) => {
        const before = await store.get(id);
        const after = await store.change(id, step, claim);
        if (after === null && before?.state !== 'accepted') this.removed.add(id);
        if (after?.state === 'sending') {
          this.firstSends.add(id);
          const since = Math.min(this.#pausedAt, this.#offlineAt);
          if (since < this.time.now) this.complaints.push('A link was sent while nothing was to be sent');
        }
        return after;
      },
    };
  }

  /** A new process: everything that it knows is what was stored. */
  #begin(): void {
    const life = new Life(this.#deaths.shift() ?? Number.POSITIVE_INFINITY, () => {
      this.time.after(this.#plot.restart, () => this.#begin());
    });
    const client = life.guard(this.service.client());
    const clientFor = async () => {
      await life.point();
      return client;
    };
    const watch = createWatch({
      store: life.guard(createWatchStore(this.#areas.watch)),
      clientFor,
      clock: this.clock,
      onEvent: async (event) => {
        await life.point();
        if (event.type !== 'changed') this.ends.push(event);
        await life.point();
      },
    });
    const outbox = createOutbox({
      store: life.guard(this.#recording(this.#openStore())),
      clientFor,
      clock: this.clock,
      random: () => 0.5,
      wait: (milliseconds) => this.time.wait(milliseconds),
      online: () => this.time.now >= this.#offlineUntil,
      transfers: (id) => watch.known(id),
      newId: () => {
        this.#ids += 1;
        return String(this.#ids);
      },
      onEvent: async (event) => {
        await life.point();
        if (event.type === 'accepted') {
          const { url, title, fileCode, private: isPrivate } = event.item;
          const told = { accountId, fileCode, url, title, private: isPrivate };
          await watch.follow({ ...told, folderId: folder.id, folderName: folder.name });
          void this.#keepWatching();
        }
        if (event.type !== 'changed') this.events.push(event);
        await life.point();
      },
    });
    this.#process = { life, outbox, watch };
    void this.#keepRunning();
    void this.#keepWatching();
  }

  /** What the background does: it runs at the start, and then when the outbox wants to, and not before. */
  async #keepRunning(): Promise<void> {
    const at = await this.#run();
    if (at !== null) this.#setAlarm('outbox', at, () => this.#keepRunning());
  }

  async #keepWatching(): Promise<void> {
    const { watch, life } = this.#process ?? {};
    if (watch === undefined || life?.alive !== true) return;
    await watch.look();
    const at = await watch.nextLookAt({ looking: false });
    if (at !== null) this.#setAlarm('watch', at, () => this.#keepWatching());
  }

  /** One alarm of each name: a new one takes the place of the old one. */
  #setAlarm(name: 'outbox' | 'watch', at: number, ring: () => Promise<void>): void {
    const mine = {};
    this.#alarms[name] = mine;
    this.time.after(Math.max(50, at - this.clock()), () => {
      if (this.#alarms[name] === mine) void ring();
    });
  }

  async #run(): Promise<number | null> {
    const { outbox, life } = this.#process ?? {};
    if (outbox === undefined || life?.alive !== true) return null;
    try {
      return (await outbox.run()).nextWakeAt;
    } catch (error) {
      this.complaints.push(`A run failed: ${error instanceof Error ? error.stack : String(error)}`);
      return null;
    }
  }

  async #do(deed: Deed): Promise<void> {
    switch (deed.type) {
      case 'kill':
        this.#process?.life.die();
        return;
      case 'offline':
        this.#offlineUntil = Math.max(this.#offlineUntil, this.time.now + deed.milliseconds);
        this.#offlineAt = this.time.now;
        this.time.after(deed.milliseconds, () => {
          if (this.time.now < this.#offlineUntil) return;
          this.#offlineAt = Number.POSITIVE_INFINITY;
          void this.#keepRunning();
        });
        return;
      case 'jump':
        this.#skew += deed.milliseconds;
        return;
      case 'foreign':
        this.service.addForeign(deed.link);
        return;
      default: {
        const asked = this.#ask(deed).then(() => this.#keepRunning());
        asked.catch((error: unknown) => this.complaints.push(`A wish failed: ${String(error)}`));
        await this.time.advance(0);
      }
    }
  }

  async #ask(wish: Wish): Promise<void> {
    const { outbox, life } = this.#process ?? {};
    if (outbox === undefined || life?.alive !== true) return;
    switch (wish.type) {
      case 'add': {
        const drafts = wish.links.map((url) => ({ url }));
        await outbox.add(drafts, { accountId, folder, private: wish.private });
        return;
      }
      case 'pause':
      case 'resume':
        return outbox[wish.type]();
      default: {
        const items = await this.store.list();
        const item = items[wish.which % Math.max(1, items.length)];
        if (item === undefined) return;
        if (wish.type === 'moveUp') await outbox.reorder([item.id], items[0]?.id ?? null);
        else await outbox[wish.type](item.id);
      }
    }
  }
}
