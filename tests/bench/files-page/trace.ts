/**
 * What a page's main thread did, from the browser's own trace: every task, with the time that it took and the time that
 * the thread really computed. Of the two, the second one is the page's: the first also holds what other programs took.
 */
import type { Page } from '@playwright/test';

/** Of a trace event; microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The part of `dur` in which the thread computed. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** Milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Task extends Span {
  /** How long the thread computed. */
  readonly work: number;
}

export class Trace {
  /** In order. */
  readonly tasks: readonly Task[];
  readonly #events: readonly TraceEvent[];

  constructor(events: readonly TraceEvent[], isOurs: (event: TraceEvent) => boolean) {
    const own = events.find(isOurs);
    if (own === undefined) throw new Error('The trace has nothing of the page.');
    const ofThread = events.filter(({ pid, tid, ph }) => pid === own.pid && tid === own.tid && ph === 'X');
    this.#events = ofThread.sort((one, other) => one.ts - other.ts);
    this.tasks = this.#events
      .filter(({ name }) => name === 'RunTask')
      .map((event) => ({ ...spanOf(event), work: (event.tdur ?? event.dur ?? 0) / 1_000 }));
  }

  /** Events of the page's, as far as they are of this type. */
  events(type: string): readonly Span[] {
    return this.#events
      .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
      .map(spanOf);
  }

  /** When each frame's work on the main thread was over, in order. */
  get frames(): readonly number[] {
    return this.#events.filter(({ name }) => name === 'Commit').map((event) => spanOf(event).end);
  }

  /** How long the thread computed from the end of each frame to the end of the next, in order. */
  frameWorks(): readonly number[] {
    const works: number[] = [];
    let next = 0;
    for (const end of this.frames) {
      let work = 0;
      for (; next < this.tasks.length; next += 1) {
        const task = this.tasks[next];
        if (task === undefined || task.start >= end) break;
        work += task.work;
      }
      works.push(work);
    }
    // What the first one waited for lies before it.
    return works.slice(1);
  }

  /** How long the thread computed in the tasks that began in this span or were under way. */
  workIn({ start, end }: Span): number {
    return this.tasks
      .filter((task) => task.end > start && task.start < end)
      .reduce((sum, { work }) => sum + work, 0);
  }
}

const spanOf = ({ ts, dur = 0 }: TraceEvent): Span => ({ start: ts / 1_000, end: (ts + dur) / 1_000 });

/** Traces a page's main thread while `act` runs, in which the page must hear an event of the given type. */
export async function traced<T>(
  page: Page,
  type: string,
  act: () => Promise<T>,
): Promise<{ readonly trace: Trace; readonly value: T }> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  const value = await act();
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();
  const isOurs = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === type;
  return { trace: new Trace(events, isOurs), value };
}
