/**
 * How long a page waits for an answer when the worker was ended, beside one that is awake: in Chromium, the built
 * extension, a message that reads the outbox and asks nobody else.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { root, runTool, Trouble } from '../../scripts/process.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { WorkerControl } from '../soak/worker.ts';
import { type Benchmark, result } from './bench.ts';

const rounds = 15;

const benchmark: Benchmark = {
  title: 'Worker: from a message to its answer',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new Trouble(`${output}\nwxt build failed.`);
    const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
    const { path } = await ensureBrowser('chromium');
    const chromium = await launchChromium({ executablePath: path, extensionDir });
    try {
      const quiet = await QuietPage.open(chromium.context, chromium.extensionId);
      // Any other page of the extension would wake the worker by itself.
      for (const page of chromium.context.pages()) if (page !== quiet.page) await page.close();
      return await measure(quiet, `chrome-extension://${chromium.extensionId}/`);
    } finally {
      await chromium.close();
      await rm(extensionDir, { recursive: true });
    }
  },
};
export default benchmark;

async function measure(quiet: QuietPage, scope: string) {
  const worker = await WorkerControl.attach(quiet.page, scope);
  const awake: number[] = [];
  const asleep: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await quiet.roundTrip();
    awake.push(await quiet.roundTrip());
    if (!(await worker.kill())) throw new Error('The worker was gone before it was ended.');
    asleep.push(await quiet.roundTrip());
  }
  await worker.detach();
  return [
    result({
      name: 'worker: ended, from a message to its answer (median)',
      value: median(asleep),
      unit: 'ms',
      rivals: [{ name: 'awake', value: median(awake) }],
      goal: { atMost: 300 },
    }),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
