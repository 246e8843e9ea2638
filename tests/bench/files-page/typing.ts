/**
 * The cost of a key, for searches typed letter by letter. The figure is the main thread's work, from the browser's trace, between the key
 * event and the frame that shows the results. Controls: the search alone, by the catalog, MiniSearch and uFuzzy; writing the same rows into
 * the DOM; and a letter in a field without listeners.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { median, percentile } from '../statistics.ts';
import { type RecordedRows, recordRows, replayRows } from './dom-baseline.ts';
import type { SearchFigures } from './search-libraries.ts';
import { type Span, type Trace, traced } from './trace.ts';

/** Titles are like "amber bridge Århus clip 17". The searches have no accents, several words, and one finds nothing. */
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

/** Found only as closest matches. The first also lists the words of all titles. */
const misspelt = ['bergne fery', 'lodz wlak', 'quiet harbuor concrt', 'evora lanterns in', 'rivver'];

/** 400 letters a minute. */
const keyIntervalMs = 150;
/** The debounce of the service's search, plus its round trip. */
const settleMs = 1_500;

/** The field's content after each key. */
const texts = searches.flatMap((search) => [...search].map((_, at) => search.slice(0, at + 1)));

/** Times are in milliseconds. */
export interface Typed {
  /** From each letter's event to the frame that shows its results. */
  readonly spans: readonly Span[];
  readonly works: readonly number[];
  readonly hits: readonly number[];
}

/** Milliseconds per letter in a field without listeners, in a bare page. */
export async function measureBareField(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    document.body.append(document.createElement('input'));
    document.querySelector('input')?.focus();
  });
  const { trace } = await traced(page, 'keydown', async () => {
    for (const letter of searches.slice(0, 3).join('')) await key(page, letter);
  });
  return findKeySpans(trace).map((span) => trace.workIn(span));
}

/**
 * Milliseconds per letter if its rows are written into existing elements. The page doesn't work afterwards.
 *
 * @param page the manager's Files view, without a search
 */
export async function measureDomBaseline(page: Page): Promise<readonly number[]> {
  const recordings: RecordedRows[] = [];
  await page.keyboard.press('/');
  for (const search of searches) {
    for (const letter of search) {
      await key(page, letter);
      recordings.push(await recordRows(page));
    }
    await key(page, 'Escape');
  }
  // Search results show the folder.
  await key(page, 'e');
  await page.locator('.file-where').first().waitFor();
  await replayRows(page, recordings);
  const { trace } = await traced(page, 'keydown', async () => {
    for (const letter of texts.map((text) => text.at(-1) ?? '')) await key(page, letter);
  });
  return findKeySpans(trace).map((span) => trace.workIn(span));
}

/** @param page the manager's Files view, without a search */
export async function measureTyping(page: Page): Promise<Typed> {
  const hits: number[] = [];
  await page.keyboard.press('/');
  const { trace } = await traced(page, 'keydown', async () => {
    for (const search of searches) {
      for (const letter of search) await key(page, letter);
      await sleep(settleMs);
      hits.push(await readHits(page));
      await key(page, 'Escape');
      await sleep(settleMs);
    }
  });
  const spans = findKeySpans(trace);
  if (spans.length !== texts.length)
    throw new Error(`${texts.length} letters were typed, but ${spans.length} were traced.`);
  const works = spans.map((span) => trace.workIn(span));
  if (works.includes(0)) throw new Error('The trace lacks the task of a letter.');
  return { spans, works, hits };
}

export interface Rounds {
  readonly typed: readonly Typed[];
  /** Per letter, if the rows are written without the page's script. */
  readonly domBaseline: readonly (readonly number[])[];
  readonly field: readonly number[];
}

/**
 * Takes the median of each key over the rounds, because a busy machine delays different keys in each.
 *
 * @param page any page of the extension
 * @param script the bundled `search-libraries.ts`
 */
export async function createTypingResults(
  { typed, domBaseline, field }: Rounds,
  page: Page,
  accountId: string,
  script: string,
): Promise<Result[]> {
  await page.evaluate(script);
  const searchFigures: SearchFigures = await page.evaluate(
    ([id, searched, slips]) => globalThis.measureSearches(id, searched, slips),
    [accountId, texts, misspelt] as const,
  );
  const { closest } = searchFigures;
  for (const [at, { found }] of closest.entries())
    if (found === 0) throw new Error(`“${misspelt[at]}” finds no closest matches.`);
  const [firstClosest] = closest;
  for (const [at, search] of searches.entries()) {
    const wanted = searchFigures.hits[texts.lastIndexOf(search)] ?? Number.NaN;
    for (const { hits } of typed) {
      const shown = hits[at] ?? Number.NaN;
      // With few hits, the page also lists the closest matches.
      const isShown = shown === wanted || (wanted < 20 && shown > wanted);
      if (!isShown) throw new Error(`“${search}”: the page shows ${shown} files, not ${wanted}.`);
    }
  }
  const baselineWorks = medianByKey(domBaseline).slice(1);
  const alone = (part: number) => [
    { name: 'uFuzzy, search alone', value: percentile(searchFigures.uFuzzy, part) },
    { name: 'MiniSearch, search alone', value: percentile(searchFigures.miniSearch, part) },
  ];
  const controls = (part: number) => [
    { name: 'the browser alone, same rows', value: percentile(baselineWorks, part) },
    ...alone(part),
    { name: 'a bare field', value: percentile(field, part) },
  ];
  // The first key prepares the search.
  const [first = Number.NaN, ...others] = medianByKey(typed.map(({ works }) => works));
  const clocks = typed.map(({ spans }) => spans.map(({ start, end }) => end - start));
  return [
    result({
      name: 'files: key to painted results, work (p95)',
      value: percentile(others, 0.95),
      unit: 'ms',
      controls: controls(0.95),
      goal: { atMost: Math.round(1.25 * percentile(baselineWorks, 0.95) * 10) / 10 },
    }),
    result({
      name: 'files: key to painted results, work (median)',
      value: percentile(others, 0.5),
      unit: 'ms',
      controls: controls(0.5),
    }),
    result({ name: 'files: first key after opening, work', value: first, unit: 'ms', goal: { atMost: 30 } }),
    result({
      name: 'files: key to painted results, by the clock (p95)',
      value: percentile(medianByKey(clocks).slice(1), 0.95),
      unit: 'ms',
    }),
    result({
      name: 'files: closest matches of a misspelt search, work (median)',
      value: median(closest.map(({ work }) => work)),
      unit: 'ms',
      controls: [
        { name: 'the first, which lists the words of all titles', value: firstClosest?.work ?? Number.NaN },
      ],
    }),
    result({
      name: 'files: closest matches, the longest that a key waits for them',
      value: Math.max(...closest.map(({ slice }) => slice)),
      unit: 'ms',
      controls: [{ name: 'a key to painted results (median)', value: percentile(others, 0.5) }],
      goal: { atMost: 16 },
    }),
    result({
      name: 'files: search alone (p95)',
      value: percentile(searchFigures.ours, 0.95),
      unit: 'ms',
      controls: alone(0.95),
    }),
    result({
      name: 'files: search alone (median)',
      value: percentile(searchFigures.ours, 0.5),
      unit: 'ms',
      controls: alone(0.5),
    }),
  ];
}

async function key(page: Page, name: string): Promise<void> {
  await page.keyboard.press(name);
  await sleep(keyIntervalMs);
}

function medianByKey(keysOfRounds: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = keysOfRounds;
  return first.map((_, key) => median(keysOfRounds.map((keys) => keys[key] ?? Number.NaN)));
}

/** From each letter's event to the first frame after its handlers. */
function findKeySpans(trace: Trace): readonly Span[] {
  const inputs = trace.events('input');
  return trace.events('keypress').flatMap(({ start, end }) => {
    const input = inputs.find((each) => each.start >= start && each.end <= end);
    const frame = trace.frames.find((frameEnd) => frameEnd > end);
    return input === undefined || frame === undefined ? [] : [{ start, end: frame }];
  });
}

async function readHits(page: Page): Promise<number> {
  const text = await page.locator('.files-main > p[role="status"]').textContent();
  // The folders' count comes first.
  return Number(/(\d[\d,]*) (?!folder)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN);
}
