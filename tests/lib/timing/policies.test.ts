import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as policies from '../../../lib/timing/policies.ts';
import type { RetryPolicy } from '../../../lib/timing/retry.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Each policy or time with its comment, in the order of the file. */
const reasons = new Map(
  [...read('lib/timing/policies.ts').matchAll(/\/\*\* (.+) \*\/\nexport const (\w+)/g)].map(
    ([, reason = '', name = '']) => [name, reason],
  ),
);

const entries: readonly (readonly [string, number | RetryPolicy])[] = Object.entries(policies);
const order = [...reasons.keys()];
const inOrder = entries.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));

const units = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;
function formatTime(ms: number): string {
  const [size, unit] = units.find(([size]) => ms >= size && ms % size === 0) ?? [1, 'ms'];
  return `${ms / size} ${unit}`;
}

function describeDelay({ firstMs, longestMs, growth = {} }: RetryPolicy): string {
  const { factor = 1, ofElapsed, jitter } = growth;
  if (firstMs === 0) return 'none';
  const longest = longestMs === undefined ? '' : ` to ${formatTime(longestMs)}`;
  const parts = [`${formatTime(firstMs)}${longest}`];
  if (ofElapsed !== undefined) parts.push(`${ofElapsed * 100} % of the time so far`);
  else if (factor > 1) parts.push(`× ${factor} each time`);
  if (jitter) parts.push(`× ${jitter.join('–')} at random`);
  return parts.join(', ');
}

function describeEnd({ attempts, maxElapsedMs }: RetryPolicy): string {
  return [attempts && `${attempts} failures`, maxElapsedMs && formatTime(maxElapsedMs)]
    .filter(Boolean)
    .join(' or ');
}

function createTables(): string {
  const retries = inOrder.flatMap(([name, each]) =>
    typeof each === 'number'
      ? []
      : `| \`${name}\` | ${reasons.get(name)} | ${describeDelay(each)} | ${describeEnd(each)} |`,
  );
  const times = inOrder.flatMap(([name, each]) =>
    typeof each === 'number' ? `| \`${name}\` | ${reasons.get(name)} | ${formatTime(each)} |` : [],
  );
  return [
    '| retry | when, and what ends it | delay | given up after |\n|---|---|---|---|',
    ...retries,
    '\n| time | of what | |\n|---|---|---|',
    ...times,
  ].join('\n');
}

describe('the retry policies', () => {
  it('each have a one-line reason', () => {
    expect(order.toSorted()).toEqual(Object.keys(policies).toSorted());
  });

  it.for(inOrder)('%s makes sense', ([, policy]) => {
    const each: RetryPolicy = typeof policy === 'number' ? { firstMs: policy } : policy;
    const { firstMs, longestMs, growth = {}, attempts } = each;
    const { factor, ofElapsed, jitter = [1, 1] } = growth;
    expect(firstMs).toBeGreaterThanOrEqual(0);
    expect(longestMs ?? firstMs).toBeGreaterThanOrEqual(firstMs);
    expect(factor !== undefined && ofElapsed !== undefined, 'grows in one way').toBe(false);
    // Without growth, a longest delay would be meaningless. Without a longest delay, growth would be unbounded.
    const isGrowing = (factor ?? 1) > 1 || ofElapsed !== undefined;
    expect(longestMs === undefined || isGrowing).toBe(true);
    expect(longestMs !== undefined || !isGrowing || attempts !== undefined).toBe(true);
    expect(jitter[0]).toBeLessThanOrEqual(jitter[1]);
  });

  it('are the tables of docs/waiting.md (update it with `-u`)', async () => {
    const page = read('docs/waiting.md');
    const [start, end] = ['<!-- policies -->\n', '<!-- /policies -->'];
    const [before = '', rest = ''] = page.split(start);
    const after = rest.slice(rest.indexOf(end));
    await expect(`${before}${start}${createTables()}\n${after}`).toMatchFileSnapshot(
      '../../../docs/waiting.md',
    );
  });
});
