/**
 * What a key costs. A search is typed as people type it, letter by letter, and the browser's trace says what the main
 * thread computed from the event of the key to the end of the frame that shows the results: handlers, search, drawing,
 * style, layout, painting, commit. Beside it, the search alone: the catalog's, MiniSearch's and uFuzzy's; what the browser
 * itself computes to draw the same rows, without any script of the page; and what for a letter in a field that does
 * nothing with it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { type Drawing, drawByHand, drawingOf } from './by-hand.ts';
import { median, percentile } from './numbers.ts';
import type { Rivalry } from './rivals.ts';
import { type Span, type Trace, traced } from './trace.ts';

/** Titles are like "amber bridge Århus clip 17"; what is typed has no accents, several words, and once no hit. */
const searches = [
  'bergen ferry',
  'lodz walk',
  'quiet harbour concert',
  'clip 4711',
  'evora lantern',
  'river',
  'timelapse nimes open',
  'no such title',
];

/** Between two keys, milliseconds: 400 letters a minute. */
const keyIntervalMs = 150;
/** Longer than the page waits before it asks the service, and than the service takes. */
const rest = 1_500;

/** The texts that stand in the field one after another. */
const texts = searches.flatMap((search) => [...search].map((_, at) => search.slice(0, at + 1)));

/** What was typed cost, and what it found. */
export interface Typed {
  /** From the event of each letter to the end of the frame that shows what it found, milliseconds. */
  readonly spans: readonly Span[];
  /** What the main thread computed in each of them, milliseconds. */
  readonly works: readonly number[];
  /** Files that the page says it has found, for each search. */
  readonly hits: readonly number[];
}

/** What each letter costs in a field that does nothing with it, milliseconds. @param page a bare one */
export async function typingInField(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    document.body.append(document.createElement('input'));
    document.querySelector('input')?.focus();
  });
  const { trace } = await traced(page, 'keydown', async () => {
    for (const letter of searches.slice(0, 3).join('')) await key(page, letter);
  });
  return spansOf(trace).map((span) => trace.workIn(span));
}

/**
 * What the browser computes for each letter where the rows that it finds are only put into the elements that are there,
 * milliseconds. The page is of no use afterwards.
 *
 * @param page the manager's Files view, with nothing searched for
 */
export async function typingByHand(page: Page): Promise<readonly number[]> {
  const drawings: Drawing[] = [];
  await page.keyboard.press('/');
  for (const search of searches) {
    for (const letter of search) {
      await key(page, letter);
      drawings.push(await drawingOf(page));
    }
    await key(page, 'Escape');
  }
  // Rows of a search, which say where their files are.
  await key(page, 'e');
  await page.locator('.file-where').first().waitFor();
  await drawByHand(page, drawings);
  const { trace } = await traced(page, 'keydown', async () => {
    for (const letter of texts.map((text) => text.at(-1) ?? '')) await key(page, letter);
  });
  return spansOf(trace).map((span) => trace.workIn(span));
}

/** @param page the manager's Files view, with nothing searched for */
export async function typing(page: Page): Promise<Typed> {
  const hits: number[] = [];
  await page.keyboard.press('/');
  const { trace } = await traced(page, 'keydown', async () => {
    for (const search of searches) {
      for (const letter of search) await key(page, letter);
      await sleep(rest);
      hits.push(await hitsShown(page));
      await key(page, 'Escape');
      await sleep(rest);
    }
  });
  const spans = spansOf(trace);
  if (spans.length !== texts.length)
    throw new Error(`${texts.length} letters were typed, and ${spans.length} traced.`);
  return { spans, works: spans.map((span) => trace.workIn(span)), hits };
}

/** What was typed, in several rounds. */
export interface Rounds {
  readonly typed: readonly Typed[];
  /** What letters cost where the same rows are drawn without the page's script. */
  readonly byHand: readonly (readonly number[])[];
  /** What letters cost in a bare field. */
  readonly field: readonly number[];
}

/**
 * Of several rounds the middle one counts, for each key by itself: a machine that is slow for a while makes other keys slow
 * in each round, a page makes the same ones.
 *
 * @param page any page of the extension's
 * @param script the code of `rivals.ts`
 */
export async function typingResults(
  { typed, byHand, field }: Rounds,
  page: Page,
  accountId: string,
  script: string,
): Promise<Result[]> {
  await page.evaluate(script);
  const rivalry: Rivalry = await page.evaluate(([id, searched]) => globalThis.rivalry(id, searched), [
    accountId,
    texts,
  ] as const);
  for (const [at, search] of searches.entries()) {
    const wanted = rivalry.hits[texts.lastIndexOf(search)];
    for (const { hits } of typed) {
      if (hits[at] !== wanted)
        throw new Error(`“${search}”: the page shows ${hits[at]} files, not ${wanted}.`);
    }
  }
  const handWorks = middles(byHand).slice(1);
  const alone = (part: number) => [
    { name: 'uFuzzy, search alone', value: percentile(rivalry.uFuzzy, part) },
    { name: 'MiniSearch, search alone', value: percentile(rivalry.miniSearch, part) },
  ];
  const beside = (part: number) => [
    { name: 'the browser alone, same rows', value: percentile(handWorks, part) },
    ...alone(part),
    { name: 'a bare field', value: percentile(field, part) },
  ];
  // The first one finds nothing ready, and is a figure of its own.
  const [first = Number.NaN, ...others] = middles(typed.map(({ works }) => works));
  const clocks = typed.map(({ spans }) => spans.map(({ start, end }) => end - start));
  return [
    result({
      name: 'files: key to painted results, work (p95)',
      value: percentile(others, 0.95),
      unit: 'ms',
      rivals: beside(0.95),
      goal: { atMost: 16 },
    }),
    result({
      name: 'files: key to painted results, work (median)',
      value: percentile(others, 0.5),
      unit: 'ms',
      rivals: beside(0.5),
    }),
    result({ name: 'files: first key after opening, work', value: first, unit: 'ms' }),
    result({
      name: 'files: key to painted results, by the clock (p95)',
      value: percentile(middles(clocks).slice(1), 0.95),
      unit: 'ms',
    }),
    result({
      name: 'files: search alone (p95)',
      value: percentile(rivalry.ours, 0.95),
      unit: 'ms',
      rivals: alone(0.95),
    }),
    result({
      name: 'files: search alone (median)',
      value: percentile(rivalry.ours, 0.5),
      unit: 'ms',
      rivals: alone(0.5),
    }),
  ];
}

async function key(page: Page, name: string): Promise<void> {
  await page.keyboard.press(name);
  await sleep(keyIntervalMs);
}

/** Of each key, the middle one of its rounds. */
function middles(keysOfRounds: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = keysOfRounds;
  return first.map((_, key) => median(keysOfRounds.map((keys) => keys[key] ?? Number.NaN)));
}

/** From the event of each letter to the end of the first frame behind its handlers. */
function spansOf(trace: Trace): readonly Span[] {
  const inputs = trace.events('input');
  return trace.events('keypress').flatMap(({ start, end }) => {
    const input = inputs.find((each) => each.start >= start && each.end <= end);
    const frame = trace.frames.find((over) => over > end);
    return input === undefined || frame === undefined ? [] : [{ start, end: frame }];
  });
}

/** How many files the page says it has found. */
async function hitsShown(page: Page): Promise<number> {
  const text = await page.locator('.files-middle > p[role="status"]').textContent();
  return Number(/\d[\d,]*/.exec(text ?? '')?.[0].replaceAll(',', '') ?? Number.NaN);
}
