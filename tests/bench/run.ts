/**
 * `npm run bench` runs every benchmark, prints the figures, writes results.json, and exits with 1 if a goal is missed. `npm run bench --
 * limiter` runs those with this word in their name and keeps the other figures.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { Benchmark, Result } from './bench.ts';

const folder = new URL('.', import.meta.url);
const [wanted = ''] = process.argv.slice(2);

const files = (await readdir(folder)).filter((name) => name.endsWith('.bench.ts')).sort();
const chosen = files.filter((name) => name.includes(wanted));
if (chosen.length === 0) {
  console.error(`No benchmark has "${wanted}" in its name. Choose one of ${files.join(', ')}.`);
  process.exit(1);
}

const results: Record<string, readonly Result[]> = {};
const broken: string[] = [];
for (const name of chosen) {
  const { default: benchmark } = (await import(new URL(name, folder).href)) as { default: Benchmark };
  console.log(`\n${benchmark.title}`);
  try {
    const rows = await benchmark.run((line) => console.log(`  ${line}`));
    console.log(`\n${table(rows)}`);
    results[name.replace('.bench.ts', '')] = rows;
  } catch (error) {
    // Keep the other results, which may have taken half an hour.
    console.error(error);
    broken.push(name);
  }
}

const written = new URL('results.json', folder);
const known: typeof results = JSON.parse(await readFile(written, 'utf8'));
const all = files.flatMap((name) => {
  const title = name.replace('.bench.ts', '');
  const rows = results[title] ?? known[title];
  return rows ? [[title, rows] as const] : [];
});
await writeFile(written, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
const missed = Object.values(results)
  .flat()
  .filter(({ holds }) => !holds);
for (const { name, value, unit, goal } of missed)
  console.error(`Missed: ${name} is ${value} ${unit}, not ${goal}.`);
for (const name of broken) console.error(`${name} failed. Its error is above.`);
process.exitCode = missed.length + broken.length === 0 ? 0 : 1;

function table(rows: readonly Result[]): string {
  const head = ['', 'value', 'unit', 'goal', 'holds', 'controls'];
  const cells = rows.map(({ name, value, unit, goal, holds, against }) => [
    name,
    String(value),
    unit,
    goal ?? '',
    goal === null ? '' : holds ? 'yes' : 'NO',
    against ?? '',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...cells].map((row) => line(row).trimEnd()).join('\n');
}
