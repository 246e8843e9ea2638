/**
 * The linter enforces the rules for imports, keys and selectors. Each is tested with what it allows and forbids. Rules that the linter can't
 * express are checked here.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** As in the linter's configuration, which lists them once for each rule. */
const lists = readFileSync('biome.json', 'utf8').match(/(?<=\{)accounts,[a-z,]+/g) ?? [];
const baseModules = lists[0]?.split(',') ?? [];

it('the linter has one list of base modules, and the architecture page names them', async () => {
  expect(new Set(lists).size).toBe(1);
  const [line = ''] = /^\| Base modules .*$/m.exec(await readFile('docs/architecture.md', 'utf8')) ?? [];
  const [, listed = ''] = /\(([^)]+)\)/.exec(line) ?? [];
  expect(baseModules.length).toBeGreaterThan(1);
  expect(listed.replaceAll(/`lib\/|`/g, '').split(', ')).toEqual(baseModules);
});

/** Imports to reject and to allow, by a file that the rule applies to. */
const rules: Readonly<Record<string, { readonly refused: string[]; readonly allowed: string[] }>> = {
  'lib/api/client.ts': {
    refused: ['../uploads/upload.ts', 'wxt/browser', '#page/page-data.ts'],
    allowed: ['./limiter/limiter.ts'],
  },
  'lib/api/resources/file-calls.ts': { refused: ['../../protocol.ts'], allowed: ['../errors.ts'] },
  'lib/links/link.ts': {
    refused: ['../protocol.ts', '../uploads/upload.ts', 'wxt/browser', '#page/page-data.ts'],
    allowed: [
      '../api/index.ts',
      '../api/clean-text.ts',
      '../storage/stored.ts',
      '../storage/shape.ts',
      '../titles/title-pattern.ts',
      '../folders/folder.ts',
      '../timing/retry.ts',
    ],
  },
  'lib/titles/title-pattern.ts': {
    refused: ['../links/link.ts'],
    allowed: ['../api/index.ts', '../search/fold.ts'],
  },
  'lib/uploads/uploads.ts': {
    refused: [
      '../catalog/change.ts',
      '../api/limiter/limiter.ts',
      '../links/browser.ts',
      '../background/live.ts',
    ],
    allowed: [
      '../api/index.ts',
      '../api/retry-after.ts',
      '../api/clean-text.ts',
      './requests/run.ts',
      ...baseModules.map((name) => `../${name}/any.ts`),
    ],
  },
  'lib/uploads/requests/request-queued.ts': {
    refused: [
      '../tracking/track.ts',
      '../../catalog/change.ts',
      '../../api/limiter/limiter.ts',
      '../../links/browser.ts',
      '../../protocol.ts',
    ],
    allowed: [
      '../upload.ts',
      '../storage/upload-store.ts',
      '../../api/index.ts',
      'idb',
      ...baseModules.map((name) => `../../${name}/any.ts`),
    ],
  },
  'lib/bulk/run/runner.ts': {
    refused: ['../../catalog/change.ts', '../../protocol.ts', 'wxt/browser', '#page/page-data.ts'],
    allowed: [
      '../plan.ts',
      '../storage/upload-store.ts',
      '../../api/index.ts',
      '../../api/clean-text.ts',
      '../../timing/retry.ts',
    ],
  },
  'lib/background/open-pages.ts': {
    refused: ['../../components/popup.tsx', 'wxt/browser', '#page/page-data.ts'],
    allowed: ['../uploads/uploads.ts'],
  },
  'lib/links/browser.ts': {
    refused: ['../../entrypoints/background.ts', '../../page/live.ts', '#page/page-data.ts'],
    allowed: ['wxt/browser'],
  },
  'components/popup.tsx': {
    refused: [
      'wxt/browser',
      '../lib/uploads/storage/upload-store.ts',
      '../lib/uploads/storage/disk-store.ts',
      '../lib/background/open-pages.ts',
      '../entrypoints/popup/main.tsx',
      '../page/page-data.ts',
      'ky',
    ],
    allowed: ['../lib/protocol.ts', '#page/page-data.ts', 'preact/hooks', 'linkhaul-player'],
  },
  'page/page-data.ts': {
    refused: ['../components/popup.tsx', '../entrypoints/popup/main.tsx', '#page/hooks.ts', 'idb'],
    allowed: ['wxt/browser', '../lib/protocol.ts', './hooks.ts', 'preact/hooks'],
  },
  'entrypoints/background.ts': {
    refused: ['../service/src/index.ts', '../widget/src/index.ts', 'webextension-polyfill'],
    allowed: ['../lib/background/create-background.ts', '../components/popup.tsx', '../page/live.ts'],
  },
  'service/src/index.ts': { refused: ['../../lib/api/index.ts', '#page/page-data.ts'], allowed: ['hono'] },
  'widget/src/index.ts': {
    refused: ['../../lib/links/link.ts', '#page/page-data.ts'],
    allowed: ['./element.ts'],
  },
};

it('the linter refuses each import that crosses a border, and no other', async () => {
  const cases = Object.entries(rules).flatMap(([file, { refused, allowed }]) => [
    ...refused.map((target) => ({ file, target, isRefused: true })),
    ...allowed.map((target) => ({ file, target, isRefused: false })),
  ]);
  const findings = await lint(cases);
  const found = cases.map((each) => ({ ...each, isRefused: findings.has(probe(each)) }));
  expect(found).toEqual(cases);
});

it('the linter refuses to read keys outside of their one place', async () => {
  const readers = {
    refused: [
      'event.ctrlKey',
      'event.key',
      'keyEvent?.code',
      'e.key',
      'event.isComposing',
      'x.keyCode',
      "document.addEventListener('keydown', x)",
      '(({ metaKey }) => metaKey)(x)',
    ],
    allowed: ['item.key', 'press.key', 'error.code', 'event.shiftKey'],
  };
  const code = (text: string) =>
    `export const read = (event, keyEvent, e, x, item, press, error) => ${text};\n`;
  const place = (folder: string) => (text: string, at: number) => [`${folder}/${at}.ts`, code(text)] as const;
  const findings = await lintFiles(
    new Map([
      ...readers.refused.map(place('components/refused')),
      ...readers.allowed.map(place('components/allowed')),
      ['components/keys/key-press.ts', code('event.ctrlKey')],
    ]),
    'plugin',
  );
  expect([...findings].sort()).toEqual(readers.refused.map((_, at) => `components/refused/${at}.ts`));
});

it('the linter refuses idb outside of storage files', async () => {
  const code = "import { openDB } from 'idb';\nexport const open = openDB;\n";
  const allowed = ['lib/storage/database.ts', 'lib/a/b/some-store.ts', 'lib/a/some-database.ts'];
  const refused = ['lib/a/b/read-jobs.ts', 'lib/a/store.ts'];
  const findings = await lintFiles(new Map([...allowed, ...refused].map((file) => [file, code])), 'plugin');
  expect([...findings].sort()).toEqual(refused);
});

it('the linter refuses styles of unnamed siblings', async () => {
  const refused = ['.a > * + *', '.a > :not(.b) ~ :not(.c)', '.a +\n:hover'];
  const allowed = ['.a > li + li', '.a + .b', '.a ~ [open]', '.a:nth-child(2n + 1)', '[rel~="x"]', '.a > *'];
  const place = (folder: string) => (selector: string, at: number) =>
    [`components/${folder}/${at}.css`, `${selector} {\n  color: red;\n}\n`] as const;
  const findings = await lintFiles(
    new Map([...refused.map(place('refused')), ...allowed.map(place('allowed'))]),
    'plugin',
  );
  expect([...findings].sort()).toEqual(refused.map((_, at) => `components/refused/${at}.css`));
});

it('a test that is named after an imported file mirrors its path, and one of components is in their folder', async () => {
  const misplaced: string[] = [];
  for await (const file of glob('tests/{components,entrypoints,lib,page}/**/*.test.{ts,tsx}')) {
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

it('folders of components import one way', () => {
  const folders = new Map<string, Set<string>>();
  const getFolder = (path: string) => path.split('/')[1] ?? '';
  for (const file of globSync('components/**/*.{ts,tsx}')) {
    const folder = getFolder(file);
    const targets = [...readFileSync(file, 'utf8').matchAll(/'(\.[^']+\.tsx?)'/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => path.startsWith('components/') && getFolder(path) !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...targets.map(getFolder)]));
  }
  expect(folders.size).toBeGreaterThan(30);
  const isBase = ([, targets]: [string, Set<string>]) => [...targets].every((each) => !folders.has(each));
  for (let base = [...folders].filter(isBase); base.length > 0; base = [...folders].filter(isBase))
    for (const [folder] of base) folders.delete(folder);
  expect([...folders.keys()]).toEqual([]);
});

interface Import {
  readonly file: string;
  readonly target: string;
}

/** Next to the named file. Rules for adapters depend on the file name, so each gets a folder. */
const probe = ({ file, target }: Import) =>
  basename(file) === 'browser.ts'
    ? join('lib', encodeURIComponent(target), 'browser.ts')
    : join(dirname(file), `${encodeURIComponent(target)}${extname(file)}`);

/** In a copy of the layout. Returns the files with a forbidden import. */
const lint = (imports: readonly Import[]): Promise<ReadonlySet<string>> =>
  lintFiles(
    new Map(
      imports.map((each) => [
        probe(each),
        `import * as target from '${each.target}';\nexport const held = target;\n`,
      ]),
    ),
    'lint/style/noRestrictedImports',
    ['--only=style/noRestrictedImports'],
  );

/** Returns the files with a diagnostic of the category. */
async function lintFiles(
  files: ReadonlyMap<string, string>,
  wanted: string,
  only: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const root = await mkdtemp(join(tmpdir(), 'linkhaul-imports-'));
  try {
    for (const file of ['biome.json', ...globSync('scripts/*.grit')]) await cp(file, join(root, file));
    for (const [file, text] of files) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json'];
    const report = await biome([...args, ...only, '.'], root);
    const { diagnostics } = JSON.parse(report) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    return new Set(
      diagnostics.filter(({ category }) => category === wanted).map(({ location }) => location.path),
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

function biome(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(join(process.cwd(), 'node_modules/.bin/biome'), args, { cwd }, (error, stdout, stderr) => {
      // Exit code 1 means findings. Otherwise the linter didn't run.
      if (error && error.code !== 1) reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}
