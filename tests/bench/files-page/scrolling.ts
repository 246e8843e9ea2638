/**
 * Scrolling with the wheel, then through the whole list as by dragging the scrollbar, where each frame has new rows. The figure is the main
 * thread's work per frame, from the browser's trace. The control of the wall-clock time scrolls an empty box, because on a busy machine its
 * frames are late too.
 */
import type { Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { percentile } from '../statistics.ts';
import { traced } from './trace.ts';

/** A quick turn. */
const wheel = { count: 100, pixels: 400 };
const dragSteps = 600;

/** Times are in milliseconds. */
export interface Scrolled {
  /** Between animation frames. */
  readonly frames: readonly number[];
  /** Of the main thread per frame. */
  readonly works: readonly number[];
  readonly mostRows: number;
  /** Highest index of a drawn row, or -1. */
  readonly lastRow: number;
}

/** As high as the list, in a bare page. */
export async function measureEmptyBox(page: Page, files: number): Promise<Scrolled> {
  await page.evaluate((height) => {
    const box = document.createElement('div');
    box.className = 'file-list';
    box.style.cssText = 'block-size: 600px; overflow-y: auto';
    box.append(document.createElement('p'));
    (box.firstChild as HTMLElement).style.blockSize = `${height}px`;
    document.body.append(box);
  }, files * 44);
  return measureScrolling(page);
}

export async function measureScrolling(page: Page): Promise<Scrolled> {
  const list = page.locator('.file-list');
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await list.hover();
  await page.evaluate(observeFrames);
  const { trace, value } = await traced(page, 'scroll', async () => {
    for (let turn = 0; turn < wheel.count; turn += 1) await page.mouse.wheel(0, wheel.pixels);
    await page.evaluate(drag, dragSteps);
    return page.evaluate(() => globalThis.stopObserving());
  });
  return { ...value, works: trace.frameWorks() };
}

export function createScrollingResults(list: Scrolled, box: Scrolled, files: number): Result[] {
  if (list.lastRow !== files - 1) throw new Error(`Only ${list.lastRow + 1} of ${files} rows were reached.`);
  const controls = (part: number) => [{ name: 'an empty box', value: percentile(box.frames, part) }];
  return [
    result({
      name: 'files: scrolling, work of the longest frame',
      value: Math.max(...list.works),
      unit: 'ms',
      controls: [{ name: 'an empty box', value: Math.max(...box.works) }],
      goal: { atMost: 50 },
    }),
    result({
      name: 'files: scrolling, work of a frame (median)',
      value: percentile(list.works, 0.5),
      unit: 'ms',
      controls: [{ name: 'an empty box', value: percentile(box.works, 0.5) }],
    }),
    result({
      name: 'files: scrolling, longest frame by the clock',
      value: Math.max(...list.frames),
      unit: 'ms',
      controls: controls(1),
      // If even an empty box is late, the machine is busy.
      goal: { atMost: Math.max(50, Math.round(percentile(box.frames, 1))) },
    }),
    result({
      name: 'files: scrolling, frame by the clock (p99)',
      value: percentile(list.frames, 0.99),
      unit: 'ms',
      controls: controls(0.99),
    }),
    result({ name: 'files: row nodes, at most', value: list.mostRows, unit: 'nodes', goal: { atMost: 149 } }),
  ];
}

declare global {
  var stopObserving: () => Omit<Scrolled, 'works'>;
}

/** Runs in the page until `stopObserving` is called. */
function observeFrames(): void {
  const frames: number[] = [];
  let [mostRows, lastRow] = [0, -1];
  let before = performance.now();
  let isOver = false;
  const step = () => {
    const now = performance.now();
    frames.push(now - before);
    before = now;
    const rows = document.querySelectorAll<HTMLElement>('.file-list [data-index]');
    mostRows = Math.max(mostRows, rows.length);
    for (const row of rows) lastRow = Math.max(lastRow, Number(row.dataset['index']));
    if (!isOver) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  globalThis.stopObserving = () => {
    isOver = true;
    // The first frame began before the scrolling.
    return { frames: frames.slice(1), mostRows, lastRow };
  };
}

/** Runs in the page: one step per frame through the whole list. */
async function drag(steps: number): Promise<void> {
  const list = document.querySelector('.file-list');
  if (list === null) throw new Error('The page has no list.');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const end = list.scrollHeight - list.clientHeight;
  for (let step = 0; step <= steps; step += 1) {
    list.scrollTop = (end * step) / steps;
    await frame();
  }
  await frame();
}
