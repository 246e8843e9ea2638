/**
 * The Files screens with 10,000, 100,000 and 1,000,000 files, each account synced from its own service: opening, typing, scrolling, memory
 * and disk. The control is the next smaller account.
 */
import type { RunningChromium } from '../../scripts/chromium.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { withExtension, withServiceProcess } from './extension.ts';
import { openAlone } from './files-page/open-alone.ts';
import { measureManagerOpening, waitForFiles } from './files-page/opening.ts';
import { measureScrolling } from './files-page/scrolling.ts';
import { measureTyping } from './files-page/typing.ts';
import { measureDisk, measureMemory } from './files-page/usage.ts';
import type { ServiceProcess } from './service-process.ts';
import { percentile } from './statistics.ts';

const folders = 200;
const sizes = (process.env['LINKHAUL_BENCH_FILES'] ?? '10000,100000,1000000').split(',').map(Number);
/** 1,000,000 files take 520 s at the rate limit. */
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
  async run(log) {
    const results: Result[] = [];
    let smaller: { readonly name: string; readonly figures: Figures } | null = null;
    for (const files of sizes) {
      const name = `${files.toLocaleString('en')} files`;
      log(`syncing ${name}, ${Math.ceil(files / 2_000 + folders / 10)} s …`);
      const figures = await withServiceProcess((service) =>
        withExtension(log, (chromium) => measureAccount(chromium, service, files)),
      );
      const row = (figure: keyof Figures, label: string, unit: string, goal?: number) =>
        result({
          name: `files: ${label}, ${name}`,
          value: figures[figure],
          unit,
          controls: smaller ? [{ name: smaller.name, value: smaller.figures[figure] }] : [],
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

async function measureAccount(
  { context, extensionId }: RunningChromium,
  service: ServiceProcess,
  files: number,
): Promise<Figures> {
  const base = `chrome-extension://${extensionId}/`;
  const { email, key } = await service.admin.createAccount({ email: 'growth@bench.example' });
  await service.admin.seed({ account: email, files, folders });
  const quiet = await QuietPage.open(context, `chrome-extension://${extensionId}/`);
  await quiet.send('accounts.connect', { address: service.url, key });
  const address = `${base}manager.html#files`;
  await openAlone(context, address, async (page) => {
    await page.getByText(/^Updated/).waitFor({ timeout: syncTimeoutMs });
  });
  return openAlone(context, address, async (page) => {
    await waitForFiles(page);
    const [firstKey = Number.NaN, ...keys] = (await measureTyping(page)).works;
    const { works } = await measureScrolling(page);
    const memory = await measureMemory(page);
    const disk = await measureDisk(page);
    return {
      opened: await measureManagerOpening(context, base),
      firstKey,
      key: percentile(keys, 0.95),
      longestFrame: Math.max(...works),
      memory: memory.page,
      disk,
    };
  });
}
