/**
 * `npm run demo -w widget`: the demo site, with the local service as the host on another origin.
 *
 *   node widget/demo/serve.ts [--port N]     port of the site, default 8790; 0 for any free port
 *
 * The host serves the same site under /site/. All data is temporary.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDemo } from './build-demo.ts';
import { startHost } from './host.ts';
import { startSite } from './site.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8790' } } });
const folder = await mkdtemp(join(tmpdir(), 'linkhaul-demo-'));
const out = join(folder, 'site');
const closing = [() => rm(folder, { recursive: true })];
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

try {
  const host = await startHost(join(folder, 'data'), out);
  closing.push(host.close);
  const site = await startSite(Number(values.port));
  closing.push(site.close);
  await buildDemo(out, { clip: { baseUrl: host.url, fileCode: await host.upload() }, site: site.url });
  await site.load(out);
  console.log(`Demo:             ${site.url}`);
  console.log(`On the host:      ${host.url}/site/`);
  console.log('Press Ctrl-C to stop.');
  await interrupted;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const close of closing.reverse()) await close();
}
