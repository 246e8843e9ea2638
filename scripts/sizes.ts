/**
 * `node scripts/sizes.ts`, after `npm run build`; part of `npm test`. The limits are alarms with some room, not goals.
 */
import { resolve } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { type BuiltFiles, getFile, listBackgroundFiles, listPageFiles, readBuilt } from './built.ts';
import { root, runCommand } from './process.ts';

/**
 * Bytes. popup: gzipped scripts and styles before its first paint. background: gzipped scripts at its start. zip: the
 * package.
 */
export const limits = { popup: 34_900, background: 166_000, zip: 725_000 };
type Sizes = typeof limits;

const names = Object.keys(limits) as (keyof Sizes)[];

/** @throws {CommandError} if the folder has no built extension */
export async function measure(folder: string): Promise<Sizes> {
  const files = await readBuilt(folder);
  return {
    popup: measureGzip(files, listPageFiles(files, 'popup.html')),
    background: measureGzip(files, listBackgroundFiles(files)),
    zip: measureZip(files),
  };
}

function formatTable(build: string, sizes: Sizes): string {
  const lines = names.map((name) => {
    const room = limits[name] - sizes[name];
    const rest = room < 0 ? `OVER by ${formatKilobytes(-room)}` : `${formatKilobytes(room)} left`;
    return `${build}  ${name.padEnd(10)} ${formatKilobytes(sizes[name]).padStart(9)} of ${formatKilobytes(limits[name])}, ${rest}`;
  });
  return lines.join('\n');
}

function measureGzip(files: BuiltFiles, paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(getFile(files, path), { level: 9 }).length, 0);
}

/** Each file deflated, with a local header, an entry in the central directory, and the end record. */
function measureZip(files: BuiltFiles): number {
  const headers = (path: string) => 30 + 46 + 2 * Buffer.byteLength(path);
  const sizes = [...files].map(([path, bytes]) => headers(path) + deflateRawSync(bytes, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 22);
}

const formatKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Measures and logs builds by their folders in `.output`. Returns false if one is over a limit. */
export async function checkSizes(builds = ['chrome-mv3', 'firefox-mv3']): Promise<boolean> {
  let isWithin = true;
  for (const build of builds) {
    const sizes = await measure(resolve(root, '.output', build));
    console.log(formatTable(build, sizes));
    isWithin &&= names.every((name) => sizes[name] <= limits[name]);
  }
  return isWithin;
}

if (import.meta.main) await runCommand(async () => ((await checkSizes()) ? 0 : 1));
