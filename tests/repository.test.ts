/** Pinned actions, minimal permissions, and packages with their source. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

describe.each(globSync('.github/workflows/*.yml'))('%s', (file) => {
  const text = read(file);

  it('pins every action by its hash', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((action) => !/^[\w/-]+@[\da-f]{40}$/.test(action ?? ''))).toEqual([]);
  });

  it('has read permission only; just the release job may write, and it runs no code of the repository', () => {
    const [, ...jobs] = text.split(/^ {2}(?=\w+:\n {4})/m);
    const rights = [...text.matchAll(/permissions:\n((?: +.*\n)+?)(?! +\w+: (?:read|write))/g)];
    expect(rights.map(([, right]) => right?.trim())).toEqual(
      file.endsWith('release.yml') ? ['contents: read', 'contents: write'] : ['contents: read'],
    );
    for (const job of jobs.filter((each) => each.includes('contents: write')))
      expect(job).not.toMatch(/actions\/checkout@|npm /);
    expect(text.match(/persist-credentials: false/g)).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    );
  });

  it('runs existing scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...text.matchAll(/npm (?:run ([\w:]+)|(test))/g)].map(
      ([, name, test]) => name ?? test ?? '',
    );
    expect(run).toContain('test:all');
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it.each(['package.json', 'api/package.json', 'widget/package.json', 'service/package.json'])(
  '%s has the version of the extension, and its source',
  (file) => {
    const manifest = JSON.parse(read(file));
    expect(manifest.version).toBe(JSON.parse(read('package.json')).version);
    expect(manifest.repository).toMatchObject({ type: 'git', url: expect.stringContaining('linkhaul') });
    expect(manifest.bugs).toMatch(/^https:.*\/issues$/);
  },
);

it('has the store pictures in the required sizes', () => {
  const rows = [...read('docs/stores.md').matchAll(/^\| .*, (\d+) × (\d+) \|(.*)\|$/gm)];
  const wanted = rows.flatMap(([, width, height, files = '']) =>
    [...files.matchAll(/`(\S+\.png)`/g)].map(([, file = '']) => [file, Number(width), Number(height)]),
  );
  expect(wanted.length).toBeGreaterThan(4);
  const found = wanted.map(([file]) => {
    const header = readFileSync(String(file));
    return [file, header.readUInt32BE(16), header.readUInt32BE(20)];
  });
  expect(found).toEqual(wanted);
});
