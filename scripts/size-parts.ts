/**
 * The parts of the background's size and of the popup's first load: `node scripts/size-parts.ts [files]`.
 *
 * An estimate: each part has the same share of the file after gzip as before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'wxt';
import { type BuiltFiles, getFile, listBackgroundFiles, listPageFiles, readBuilt } from './built.ts';
import { root, runCommand } from './process.ts';

/** Name of a part → its bytes after gzip. */
type Parts = Map<string, number>;

function measureParts(files: BuiltFiles, paths: Iterable<string>, nameOf: (source: string) => string): Parts {
  const parts: Parts = new Map();
  const add = (name: string, bytes: number) => parts.set(name, (parts.get(name) ?? 0) + bytes);
  for (const path of paths) {
    const text = getFile(files, path).toString();
    const bytes = gzipSync(text, { level: 9 }).length;
    if (!path.endsWith('.js')) add('styles', bytes);
    else for (const [source, share] of measureShares(files, path, text)) add(nameOf(source), share * bytes);
  }
  return parts;
}

/** Source → its share of the script's characters. */
function measureShares(files: BuiltFiles, path: string, text: string): ReadonlyMap<string, number> {
  // A script of `public/` is shipped as it is.
  if (!files.has(`${path}.map`)) return new Map([[`public/${path}`, 1]]);
  const map = new SourceMap(JSON.parse(getFile(files, `${path}.map`).toString()));
  const shares = new Map<string, number>();
  const part = 1 / text.length;
  for (const [at, line] of text.split('\n').entries()) {
    for (let column = 0; column <= line.length; column += 1) {
      const entry = map.findEntry(at, column);
      const named = 'originalSource' in entry && entry.originalSource ? entry.originalSource : '';
      const source = named === '' ? '(glue)' : posix.join(dirname(path), named);
      shares.set(source, (shares.get(source) ?? 0) + part);
    }
  }
  return shares;
}

/** `lib/uploads`, `components/popup`, or the name of a package. */
function getGroup(source: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  return name ?? getFileName(source).split('/').slice(0, 2).join('/');
}

const getFileName = (source: string) =>
  source.replace(/^.*?(?=(?:lib|components|entrypoints|modules|locales|node_modules)\/)/, '');

function print(title: string, parts: Parts): void {
  const sum = [...parts.values()].reduce((one, other) => one + other, 0);
  console.log(`\n${title}: ${Math.round(sum)} bytes`);
  for (const [name, bytes] of [...parts].sort(([, one], [, other]) => other - one))
    console.log(`${String(Math.round(bytes)).padStart(7)}  ${name}`);
}

await runCommand(async () => {
  const nameOf = process.argv[2] === 'files' ? getFileName : getGroup;
  const outDir = await mkdtemp(join(tmpdir(), 'linkhaul-parts-'));
  try {
    await build({ root, outDir, vite: () => ({ build: { sourcemap: true } }) });
    const files = await readBuilt(join(outDir, 'chrome-mv3'));
    print('background', measureParts(files, listBackgroundFiles(files), nameOf));
    print('popup, first load', measureParts(files, listPageFiles(files, 'popup.html'), nameOf));
  } finally {
    await rm(outDir, { recursive: true });
  }
  return 0;
});
