/**
 * The import rules are held by the linter. Here each of them is broken once, to see that it is reported, and each allowed
 * import is made, to see that it is not. Three rules that the linter cannot express are checked on the files themselves.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const forbidden = [
  ['lib/api/client.ts', '../uploads/upload.ts'],
  ['lib/api/client.ts', 'wxt/browser'],
  ['lib/api/resources/files.ts', '../../protocol.ts'],
  ['lib/links/link.ts', '../protocol.ts'],
  ['lib/links/link.ts', '../uploads/upload.ts'],
  ['lib/folders/folder.ts', 'wxt/browser'],
  ['lib/reports/report.ts', '../protocol.ts'],
  ['lib/timing/backoff.ts', '../uploads/upload.ts'],
  ['lib/uploads/upload.ts', '../catalog/change.ts'],
  ['lib/uploads/upload.ts', '../api/limiter/limiter.ts'],
  ['lib/uploads/upload.ts', '../links/browser.ts'],
  ['lib/uploads/upload.ts', '../background/live.ts'],
  ['lib/uploads/sending/send-queued.ts', '../tracking/track.ts'],
  ['lib/uploads/sending/send-queued.ts', '../../catalog/change.ts'],
  ['lib/uploads/sending/send-queued.ts', '../../api/limiter/limiter.ts'],
  ['lib/uploads/sending/send-queued.ts', '../../links/browser.ts'],
  ['lib/uploads/sending/send-queued.ts', '../../protocol.ts'],
  ['lib/uploads/tracking/tracker.ts', '../sending/send.ts'],
  ['lib/uploads/tracking/tracker.ts', 'wxt/browser'],
  ['lib/catalog/sync/sync.ts', '../../uploads/event.ts'],
  ['lib/catalog/sync/sync.ts', '../../protocol.ts'],
  ['lib/catalog/storage/store.ts', '../../bulk/run/runner.ts'],
  ['lib/bulk/bulk.ts', '../catalog/change.ts'],
  ['lib/bulk/run/runner.ts', '../../catalog/change.ts'],
  ['lib/bulk/run/runner.ts', 'wxt/browser'],
  ['lib/uploads/rules.ts', '../uploads/upload.ts'],
  ['lib/background/open-pages.ts', '../../components/popup.tsx'],
  ['lib/background/open-pages.ts', 'wxt/browser'],
  ['lib/links/browser.ts', '../../entrypoints/background.ts'],
  ['components/popup.tsx', 'wxt/browser'],
  ['components/popup.tsx', '../lib/uploads/storage/store.ts'],
  ['components/popup.tsx', '../lib/uploads/storage/disk-store.ts'],
  ['components/popup.tsx', '../lib/background/open-pages.ts'],
  ['components/popup.tsx', '../entrypoints/popup/main.tsx'],
  ['components/popup.tsx', 'ky'],
  ['entrypoints/background.ts', '../service/src/index.ts'],
  ['entrypoints/background.ts', '../widget/src/index.ts'],
  ['entrypoints/background.ts', 'webextension-polyfill'],
  ['service/src/index.ts', '../../lib/api/index.ts'],
  ['widget/src/index.ts', '../../lib/links/link.ts'],
] as const;

const baseModules = ['accounts', 'folders', 'links', 'search', 'settings', 'storage', 'timing'];

const allowed = [
  ['lib/api/client.ts', './limiter/limiter.ts'],
  ['lib/api/resources/files.ts', '../errors.ts'],
  ['lib/accounts/store.ts', '../storage/stored.ts'],
  ...baseModules.map((name) => ['lib/uploads/uploads.ts', `../${name}/any.ts`] as const),
  ...baseModules.map((name) => ['lib/uploads/sending/send-queued.ts', `../../${name}/any.ts`] as const),
  ['lib/uploads/uploads.ts', '../api/index.ts'],
  ['lib/uploads/uploads.ts', './upload.ts'],
  ['lib/uploads/sending/send.ts', '../storage/store.ts'],
  ['lib/uploads/uploads.ts', './sending/run.ts'],
  ['lib/uploads/sending/send-queued.ts', './failure.ts'],
  ['lib/uploads/sending/send-queued.ts', '../upload.ts'],
  ['lib/uploads/sending/send-queued.ts', '../../api/index.ts'],
  ['lib/uploads/tracking/tracker.ts', '../event.ts'],
  ['lib/uploads/storage/disk-store.ts', 'idb'],
  ['lib/bulk/bulk.ts', '../timing/backoff.ts'],
  ['lib/bulk/run/runner.ts', '../../timing/backoff.ts'],
  ['lib/bulk/run/runner.ts', '../plan.ts'],
  ['lib/catalog/sync/sync.ts', '../storage/store.ts'],
  ['lib/uploads/rules.ts', '../links/link.ts'],
  ['lib/catalog/storage/store.ts', 'idb'],
  ['lib/background/open-pages.ts', '../uploads/uploads.ts'],
  ['lib/menus/browser.ts', 'wxt/browser'],
  ['lib/protocol.ts', './accounts/account.ts'],
  ['components/popup.tsx', '../lib/protocol.ts'],
  ['components/popup.tsx', 'preact/hooks'],
  ['components/popup.tsx', 'linkhaul-player'],
  ['entrypoints/background.ts', '../lib/background/background.ts'],
  ['entrypoints/popup/main.tsx', '../../components/popup.tsx'],
] as const;

describe('the import rules', () => {
  let findings: ReadonlySet<string>;
  beforeAll(async () => {
    findings = await lint([...forbidden, ...allowed]);
  });

  it.each(forbidden)('%s may not import %s', (file, target) => {
    expect(findings).toContain(probe(file, target));
  });

  it.each(allowed)('%s may import %s', (file, target) => {
    expect(findings).not.toContain(probe(file, target));
  });
});

const storing = ['database.ts', 'store.ts', 'disk-store.ts', 'memory-store.ts', 'read.ts', 'file-handles.ts'];

it('only storage files import idb', async () => {
  const files = await filesOfLib(/from 'idb'/);
  expect(files).toContain('lib/storage/database.ts');
  expect(
    files.filter((file) => dirname(file) !== 'lib/storage' && !storing.includes(basename(file))),
  ).toEqual([]);
});

it('a test that is named after an imported file mirrors its path, and one of components is in their folder', async () => {
  const misplaced: string[] = [];
  for await (const file of glob('tests/{components,entrypoints,lib}/**/*.test.{ts,tsx}')) {
    const folder = relative('tests', dirname(file));
    const [name] = basename(file).split('.');
    const imports = [...(await readFile(file, 'utf8')).matchAll(/from '(\.[^']+)'/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => !path.startsWith('tests'));
    const namesake = imports.find((path) => basename(path, extname(path)) === name);
    const isMirrored = namesake === undefined || existsSync(join(folder, basename(namesake)));
    const needsImport = folder.startsWith('components') && !imports.map(dirname).includes(folder);
    if (!isMirrored || needsImport) misplaced.push(file);
  }
  expect(misplaced).toEqual([]);
});

/** Files whose text matches. */
async function filesOfLib(pattern: RegExp): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob('lib/**/*.ts'))
    if (pattern.test(await readFile(file, 'utf8'))) files.push(file);
  return files;
}

type Import = readonly [file: string, target: string];

/** A file beside the one named, which stands for its import; a file with a rule of its own stands for itself. */
const probe = (file: string, target: string) =>
  /(?:protocol|browser)\.ts$/.test(file)
    ? file
    : join(dirname(file), `${encodeURIComponent(target)}${extname(file)}`);

/** Makes every import in a copy of the layout, and gives the files in which the linter found a forbidden one. */
async function lint(imports: readonly Import[]): Promise<ReadonlySet<string>> {
  const root = await mkdtemp(join(tmpdir(), 'linkhaul-imports-'));
  try {
    await cp('biome.json', join(root, 'biome.json'));
    for (const [file, target] of imports) {
      const path = join(root, probe(file, target));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `import * as target from '${target}';\nexport const held = target;\n`);
    }
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json'];
    const report = await biome([...args, '--only=style/noRestrictedImports', '.'], root);
    const { diagnostics } = JSON.parse(report) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    return new Set(
      diagnostics
        .filter(({ category }) => category === 'lint/style/noRestrictedImports')
        .map(({ location }) => location.path),
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

function biome(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(join(process.cwd(), 'node_modules/.bin/biome'), args, { cwd }, (error, stdout, stderr) => {
      // Exit code 1 means findings; anything else that is an error means that the linter did not run.
      if (error && error.code !== 1) reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}
