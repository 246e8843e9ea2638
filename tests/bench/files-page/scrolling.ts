/**
 * Scrolling through the list: by the wheel from its top, then through all of it as one who drags the scrollbar, in each
 * frame to a place whose rows were not there before. What counts is what the main thread computed for a frame, as the
 * browser's trace says it; beside the frames by the clock stand those of a page that scrolls an empty box in the same
 * way, because on a busy machine these too are late. Rows are counted in each frame.
 */
import type { Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { percentile } from './numbers.ts';
import { traced } from './trace.ts';

/** The wheel's, and pixels of each; a quick hand turns it so. */
const turns = { count: 100, pixels: 400 };
/** From the top to the end of the list. */
const places = 600;

/** What a page shows while it is scrolled. */
export interface Scrolled {
  /** Milliseconds from each animation frame to the next. */
  readonly frames: readonly number[];
  /** What the main thread computed for each frame, milliseconds. */
  readonly works: readonly number[];
  readonly mostRows: number;
  /** The row that was drawn last, as far down as any; -1 where there is none. */
  readonly last: number;
}

/** Scrolls an empty box as high as the list. @param page a bare one */
export async function scrollingBox(page: Page, files: number): Promise<Scrolled> {
  await page.evaluate((height) => {
    const box = document.createElement('div');
    box.className = 'file-list';
    box.style.cssText = 'block-size: 600px; overflow-y: auto';
    box.append(document.createElement('p'));
    (box.firstChild as HTMLElement).style.blockSize = `${height}px`;
    document.body.append(box);
  }, files * 44);
  return scrolling(page);
}

/** @param page one with a list, of which the whole is scrolled */
export async function scrolling(page: Page): Promise<Scrolled> {
  const list = page.locator('.file-list');
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await list.hover();
  await page.evaluate(watch);
  const { trace, value } = await traced(page, 'scroll', async () => {
    for (let turn = 0; turn < turns.count; turn += 1) await page.mouse.wheel(0, turns.pixels);
    await page.evaluate(drag, places);
    return page.evaluate(() => globalThis.endOfWatch());
  });
  return { ...value, works: trace.frameWorks() };
}

export function scrollingResults(list: Scrolled, box: Scrolled, files: number): Result[] {
  if (list.last !== files - 1) throw new Error(`${list.last + 1} of ${files} rows were reached.`);
  const beside = (part: number) => [{ name: 'an empty box', value: percentile(box.frames, part) }];
  return [
    result({
      name: 'files: scrolling, work of the longest frame',
      value: Math.max(...list.works),
      unit: 'ms',
      rivals: [{ name: 'an empty box', value: Math.max(...box.works) }],
      goal: { atMost: 50 },
    }),
    result({
      name: 'files: scrolling, work of a frame (median)',
      value: percentile(list.works, 0.5),
      unit: 'ms',
      rivals: [{ name: 'an empty box', value: percentile(box.works, 0.5) }],
    }),
    result({
      name: 'files: scrolling, longest frame by the clock',
      value: Math.max(...list.frames),
      unit: 'ms',
      rivals: beside(1),
      // Where not even an empty box is drawn in time, it is the machine that is late.
      goal: { atMost: Math.max(50, Math.round(percentile(box.frames, 1))) },
    }),
    result({
      name: 'files: scrolling, frame by the clock (p99)',
      value: percentile(list.frames, 0.99),
      unit: 'ms',
      rivals: beside(0.99),
    }),
    result({ name: 'files: row nodes, at most', value: list.mostRows, unit: 'nodes', goal: { atMost: 149 } }),
  ];
}

declare global {
  var endOfWatch: () => Omit<Scrolled, 'works'>;
}

/** Runs in the page: looks at every animation frame from now on. */
function watch(): void {
  const frames: number[] = [];
  let [mostRows, last] = [0, -1];
  let before = performance.now();
  let isOver = false;
  const step = () => {
    const now = performance.now();
    frames.push(now - before);
    before = now;
    const rows = document.querySelectorAll<HTMLElement>('.file-list [data-index]');
    mostRows = Math.max(mostRows, rows.length);
    for (const row of rows) last = Math.max(last, Number(row.dataset['index']));
    if (!isOver) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  globalThis.endOfWatch = () => {
    isOver = true;
    // The first one began before anything was scrolled.
    return { frames: frames.slice(1), mostRows, last };
  };
}

/** Runs in the page: leads through the whole list, one place in each frame. */
async function drag(places: number): Promise<void> {
  const list = document.querySelector('.file-list');
  if (list === null) throw new Error('There is no list.');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const end = list.scrollHeight - list.clientHeight;
  for (let place = 0; place <= places; place += 1) {
    list.scrollTop = (end * place) / places;
    await frame();
  }
  // What the last one has led to is drawn now.
  await frame();
}
