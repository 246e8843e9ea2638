/** The main thread's tasks from the browser's trace, with wall-clock and CPU time. Other programs don't affect the CPU time. */
import type { Page } from '@playwright/test';

/** In microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time within `dur`. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** In milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Task extends Span {
  readonly work: number;
}

export class Trace {
  /** Sorted by start. */
  readonly tasks: readonly Task[];
  readonly #events: readonly TraceEvent[];

  constructor(events: readonly TraceEvent[], isOurs: (event: TraceEvent) => boolean) {
    const own = events.find(isOurs);
    if (own === undefined) throw new Error('The trace has no events of the page.');
    const ofThread = events.filter(({ pid, tid, ph }) => pid === own.pid && tid === own.tid && ph === 'X');
    this.#events = ofThread.sort((one, other) => one.ts - other.ts);
    this.tasks = this.#events
      .filter(({ name }) => name === 'RunTask')
      .map((event) => ({ ...toSpan(event), work: (event.tdur ?? event.dur ?? 0) / 1_000 }));
  }

  events(type: string): readonly Span[] {
    return this.#events
      .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
      .map(toSpan);
  }

  get frames(): readonly number[] {
    return this.#events.filter(({ name }) => name === 'Commit').map((event) => toSpan(event).end);
  }

  /** CPU time from the end of each frame to the next, in order. */
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
    // It includes earlier work.
    return works.slice(1);
  }

  /** CPU time of overlapping tasks. */
  workIn({ start, end }: Span): number {
    return this.tasks
      .filter((task) => task.end > start && task.start < end)
      .reduce((sum, { work }) => sum + work, 0);
  }
}

const toSpan = ({ ts, dur = 0 }: TraceEvent): Span => ({ start: ts / 1_000, end: (ts + dur) / 1_000 });

/** Traces a page during `act`, in which it must receive an event of this type. */
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
  // A trace doesn't contain tasks that began before it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  const value = await act();
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.end');
  await complete;
  await cdp.detach();
  const isOurs = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === type;
  return { trace: new Trace(events, isOurs), value };
}
