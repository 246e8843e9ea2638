/**
 * The arrows of the house are held by the linter. Here each of them is broken once, to see that the rule bites, and
 * each allowed one is drawn, to see that it bites nothing else.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const forbidden = [
  ['lib/api/client.ts', '../outbox/item.ts'],
  ['lib/api/client.ts', 'wxt/browser'],
  ['lib/api/resources/files.ts', '../../protocol.ts'],
  ['lib/links/link.ts', '../protocol.ts'],
  ['lib/links/link.ts', '../outbox/item.ts'],
  ['lib/folders/folder.ts', 'wxt/browser'],
  ['lib/outbox/outbox.ts', '../watch/transfer.ts'],
  ['lib/outbox/outbox.ts', '../api/limiter.ts'],
  ['lib/bulk/run.ts', '../catalog/change.ts'],
  ['lib/timing/backoff.ts', '../outbox/item.ts'],
  ['lib/watch/watch.ts', '../outbox/item.ts'],
  ['lib/watch/watch.ts', '../background/live.ts'],
  ['lib/activity/entry.ts', 'preact'],
  ['lib/background/live.ts', '../../components/popup.tsx'],
  ['lib/background/live.ts', 'wxt/browser'],
  ['lib/links/browser.ts', '../../entrypoints/background.ts'],
  ['components/popup.tsx', 'wxt/browser'],
  ['components/popup.tsx', '../lib/outbox/store.ts'],
  ['components/popup.tsx', '../lib/background/live.ts'],
  ['components/popup.tsx', '../entrypoints/popup/main.tsx'],
  ['components/popup.tsx', 'ky'],
  ['entrypoints/background.ts', '../service/src/index.ts'],
  ['entrypoints/background.ts', '../widget/src/index.ts'],
  ['entrypoints/background.ts', 'webextension-polyfill'],
  ['service/src/index.ts', '../../lib/api/index.ts'],
  ['widget/src/index.ts', '../../lib/links/link.ts'],
] as const;

const allowed = [
  ['lib/api/client.ts', './limiter.ts'],
  ['lib/api/resources/files.ts', '../errors.ts'],
  ['lib/accounts/store.ts', '../storage/stored.ts'],
  ['lib/outbox/outbox.ts', '../api/index.ts'],
  ['lib/outbox/outbox.ts', '../folders/folder.ts'],
  ['lib/outbox/outbox.ts', './item.ts'],
  ['lib/bulk/run.ts', '../timing/backoff.ts'],
  ['lib/watch/store.ts', 'idb'],
  ['lib/background/live.ts', '../outbox/outbox.ts'],
  ['lib/menus/browser.ts', 'wxt/browser'],
  ['lib/protocol.ts', './accounts/account.ts'],
  ['components/popup.tsx', '../lib/protocol.ts'],
  ['components/popup.tsx', 'preact/hooks'],
  ['components/popup.tsx', 'linkhaul-player'],
  ['entrypoints/background.ts', '../lib/background/background.ts'],
  ['entrypoints/popup/main.tsx', '../../components/popup.tsx'],
] as const;

describe('the arrows of the house', () => {
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

type Arrow = readonly [file: string, target: string];

/** A file beside the one named, which stands for its import; a file with a rule of its own stands for itself. */
const probe = (file: string, target: string) =>
  /(?:protocol|browser)\.ts$/.test(file)
    ? file
    : join(dirname(file), `${encodeURIComponent(target)}${extname(file)}`);

/** Draws every arrow in a copy of the layout, and gives the files in which the linter found a forbidden one. */
async function lint(arrows: readonly Arrow[]): Promise<ReadonlySet<string>> {
  const house = await mkdtemp(join(tmpdir(), 'linkhaul-arrows-'));
  try {
    await cp('biome.json', join(house, 'biome.json'));
    for (const [file, target] of arrows) {
      const path = join(house, probe(file, target));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `import * as target from '${target}';\nexport const held = target;\n`);
    }
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json'];
    const report = await biome([...args, '--only=style/noRestrictedImports', '.'], house);
    const { diagnostics } = JSON.parse(report) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    return new Set(
      diagnostics
        .filter(({ category }) => category === 'lint/style/noRestrictedImports')
        .map(({ location }) => location.path),
    );
  } finally {
    await rm(house, { recursive: true });
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
