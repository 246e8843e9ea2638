/**
 * Checks the sizes of the built extension: `node scripts/sizes.ts` after `npm run build`; part of `npm test`.
 *
 * A build over a limit fails. Where the goal is out of reach, the limit is above it and has a reason; both are printed.
 */
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { type BuiltFiles, getFile, listBackgroundFiles, listPageFiles, readBuilt } from './built.ts';
import { root, runCommand } from './process.ts';

/** Bytes. */
export interface Sizes {
  /** Every script and stylesheet that the popup needs before its first paint, each compressed with gzip. */
  readonly popup: number;
  /** Every script that starts with the background, each compressed with gzip. */
  readonly background: number;
  /** The packed extension. */
  readonly zip: number;
}

/** Bytes. */
interface Allowance {
  readonly goal: number;
  readonly limit: number;
  /** Why the limit is not the goal. */
  readonly reason?: string;
}

export const allowances: Readonly<Record<keyof Sizes, Allowance>> = {
  popup: { goal: 30_000, limit: 30_000 },
  background: { goal: 56_000, limit: 77_800, reason: 'see what came to it in docs/sizes.md' },
  zip: {
    goal: 300_000,
    limit: 435_000,
    reason: 'fourteen languages are 163 kB, see docs/sizes.md',
  },
};

const builds = ['chrome-mv3', 'firefox-mv3'] as const;

/** @throws {CommandError} where there is no built extension in the folder */
export async function measure(folder: string): Promise<Sizes> {
  const files = await readBuilt(folder);
  return {
    popup: measureGzip(files, listPageFiles(files, 'popup.html')),
    background: measureGzip(files, listBackgroundFiles(files)),
    zip: measureZip(files),
  };
}

/** A sentence for each size over its limit. */
export function findExcesses(build: string, sizes: Sizes): readonly string[] {
  return listFigures(sizes).flatMap(({ name, size, limit }) =>
    size > limit
      ? [`${build}: ${name} is ${formatKilobytes(size - limit)} over its limit of ${formatKilobytes(limit)}.`]
      : [],
  );
}

/** One line for each figure. */
export function formatTable(build: string, sizes: Sizes): string {
  const lines = listFigures(sizes).map(({ name, size, goal, limit, reason }) => {
    const goalText = limit === goal ? '' : ` (goal ${formatKilobytes(goal)}: ${reason})`;
    return `${build}  ${name.padEnd(10)} ${formatKilobytes(size).padStart(9)} of ${formatKilobytes(limit)}${goalText}`;
  });
  return lines.join('\n');
}

function listFigures(
  sizes: Sizes,
): readonly (Allowance & { readonly name: string; readonly size: number })[] {
  const names = Object.keys(allowances) as (keyof Sizes)[];
  return names.map((name) => ({ name, size: sizes[name], ...allowances[name] }));
}

function measureGzip(files: BuiltFiles, paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(getFile(files, path), { level: 9 }).length, 0);
}

/** A zip file: each file deflated, with a local header and an entry in the central directory, and the end record. */
function measureZip(files: BuiltFiles): number {
  const headers = (path: string) => 30 + 46 + 2 * Buffer.byteLength(path);
  const sizes = [...files].map(([path, bytes]) => headers(path) + deflateRawSync(bytes, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 22);
}

const formatKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Measures and logs both builds. False where one of them is over a limit. */
export async function checkSizes(): Promise<boolean> {
  const excesses: string[] = [];
  for (const build of builds) {
    const sizes = await measure(join(root, '.output', build));
    console.log(formatTable(build, sizes));
    excesses.push(...findExcesses(build, sizes));
  }
  for (const sentence of excesses) console.error(sentence);
  return excesses.length === 0;
}

if (import.meta.main) await runCommand(async () => ((await checkSizes()) ? 0 : 1));
