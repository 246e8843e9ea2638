/**
 * How the Files screens grow with the account: 10,000, 100,000 and 1,000,000 files, each read by the extension itself from a
 * service of its own. Opening, a key, scrolling, memory and disk; the smaller account is the control of the larger one.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { CommandError, root, runTool } from '../../scripts/process.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { percentile } from './files-page/numbers.ts';
import { only } from './files-page/only.ts';
import { openedManager } from './files-page/opening.ts';
import { scrolling } from './files-page/scrolling.ts';
import { typing } from './files-page/typing.ts';
import { diskUsage, weightOf } from './files-page/weight.ts';
import { startServiceProcess } from './service-process.ts';

const folders = 200;
const sizes = (process.env['LINKHAUL_BENCH_FILES'] ?? '10000,100000,1000000').split(',').map(Number);
/** The account of 1,000,000 files needs 520 s at the service's limit. */
const syncTimeoutMs = 900_000;

interface Figures {
  readonly opened: number;
  readonly firstKey: number;
  readonly key: number;
  readonly longestFrame: number;
  readonly memory: number;
  readonly disk: number;
}

const benchmark: Benchmark = {
  title: 'Files: growth of the account',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new CommandError(`${output}\nwxt build failed.`);
    const results: Result[] = [];
    let smaller: { readonly name: string; readonly figures: Figures } | null = null;
    for (const files of sizes) {
      const name = `${files.toLocaleString('en')} files`;
      say(`reading ${name}, ${Math.ceil(files / 2_000 + folders / 10)} s …`);
      const figures = await measure(files);
      const row = (figure: keyof Figures, label: string, unit: string, goal?: number) =>
        result({
          name: `files: ${label}, ${name}`,
          value: figures[figure],
          unit,
          rivals: smaller ? [{ name: smaller.name, value: smaller.figures[figure] }] : [],
          ...(goal !== undefined && { goal: { atMost: goal } }),
        });
      const isLargest = files >= 1_000_000;
      results.push(
        row('opened', 'opened', 'ms', isLargest && smaller ? 3 * smaller.figures.opened : undefined),
        row('firstKey', 'first key, work', 'ms'),
        row('key', 'key, work (p95)', 'ms', isLargest ? 50 : undefined),
        row('longestFrame', 'scrolling, longest frame, work', 'ms'),
        row('memory', 'memory of the page', 'MB', isLargest ? 300 : undefined),
        row('disk', 'catalog on disk', 'MB'),
      );
      smaller = { name, figures };
    }
    return results;
  },
};
export default benchmark;

async function measure(files: number): Promise<Figures> {
  const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
  await writeFile(
    join(extensionDir, 'bare.html'),
    '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
  );
  const { path } = await ensureBrowser('chromium');
  const service = await startServiceProcess();
  const { context, extensionId, close } = await launchChromium({ executablePath: path, extensionDir });
  try {
    const base = `chrome-extension://${extensionId}/`;
    const { email, key } = await service.admin.createAccount({ email: 'growth@bench.example' });
    await service.admin.seed({ account: email, files, folders });
    const quiet = await QuietPage.open(context, extensionId);
    await quiet.send('accounts.connect', { address: service.url, key });
    const address = `${base}manager.html#files`;
    await only(context, address, async (page) => {
      await page.getByText(/^Updated/).waitFor({ timeout: syncTimeoutMs });
    });
    return await only(context, address, async (page) => {
      await page.locator('.file-list [data-kind="file"]').first().waitFor();
      const [firstKey = Number.NaN, ...keys] = (await typing(page)).works;
      const { works } = await scrolling(page);
      const { held } = await weightOf(page);
      const disk = await diskUsage(page);
      return {
        opened: await openedManager(context, base),
        ...{ firstKey, key: percentile(keys, 0.95), longestFrame: Math.max(...works) },
        ...{ memory: held, disk },
      };
    });
  } finally {
    await close();
    await service.close();
    await rm(extensionDir, { recursive: true });
  }
}
