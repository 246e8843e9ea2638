/**
 * The conformance suite from the command line:
 *
 *   node service/conformance/run.ts --base-url URL --key KEY [--other-key KEY] [--source-url URL] [--slow-source-url URL]
 *                                   [--clear-all]
 *
 * Without source addresses it serves its own on loopback, which only a service on this machine can fetch.
 * Exits 0 when every check that could be made holds.
 */
import { parseArgs } from 'node:util';
import { startSampleSite } from '../src/sample-site.ts';
import { Context, type ContextOptions, checks, SkippedCheckError } from './index.ts';

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    key: { type: 'string' },
    'other-key': { type: 'string' },
    'source-url': { type: 'string' },
    'slow-source-url': { type: 'string' },
    'clear-all': { type: 'boolean', default: false },
  },
});
const { 'base-url': baseUrl, key } = values;

if (baseUrl === undefined || key === undefined) {
  console.error('Both --base-url and --key are needed.');
  process.exitCode = 2;
} else {
  const site = await startSampleSite();
  try {
    const options: ContextOptions = { baseUrl, key, mayClearAll: values['clear-all'] };
    if (values['other-key'] !== undefined) options.otherKey = values['other-key'];
    const onLoopback = /^(127\.|localhost$|\[::1\]$)/.test(new URL(baseUrl).hostname);
    const source = values['source-url'] ?? (onLoopback ? `${site.url}/sample.webm` : undefined);
    const slow = values['slow-source-url'] ?? (onLoopback ? `${site.url}/slow.webm` : undefined);
    if (source !== undefined) options.sourceUrl = source;
    if (slow !== undefined) options.slowSourceUrl = slow;
    process.exitCode = (await runAll(options)) === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
}

/** Runs every check and prints a line for each; returns how many failed. */
async function runAll(options: ContextOptions): Promise<number> {
  const context = new Context(options);
  const counts = { holds: 0, fails: 0, skipped: 0 };
  for (const { section, name, run } of checks) {
    try {
      await run(context);
      counts.holds += 1;
      console.log(`holds    ${section}: ${name}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const verdict = error instanceof SkippedCheckError ? 'skipped' : 'fails';
      counts[verdict] += 1;
      console.log(`${verdict.padEnd(8)} ${section}: ${name}\n         ${reason}`);
    }
  }
  console.log(`\n${counts.holds} hold, ${counts.fails} fail, ${counts.skipped} were skipped.`);
  return counts.fails;
}
