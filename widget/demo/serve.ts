/**
 * `npm run demo -w widget -- [--port N]`: serves the demo site (default port 8790, 0 for any free port). The local service is the host on
 * another origin and serves the same site at /site/. All data is temporary.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDemo } from './build-demo.ts';
import { startHost } from './host.ts';
import { startSite } from './site.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8790' } } });
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

try {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkhaul-demo-'));
  await using cleanup = new AsyncDisposableStack();
  const out = join(folder.path, 'site');
  const host = await startHost(join(folder.path, 'data'), out);
  cleanup.defer(host.close);
  const site = await startSite(out, Number(values.port));
  cleanup.defer(site.close);
  const clip = { baseUrl: host.url, fileCode: await host.upload() };
  await buildDemo(out, { clip, site: site.url });
  console.log(`Demo:             ${site.url}`);
  console.log(`On the host:      ${host.url}/site/`);
  console.log('Press Ctrl-C to stop.');
  await interrupted;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
