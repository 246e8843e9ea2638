// The local service against docs/http-api.md over HTTP only.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { Context, checks } from '../../service/conformance/index.ts';
import {
  type RunningService,
  type RunningSite,
  startSampleSite,
  startService,
} from '../../service/src/index.ts';

let folder: string;
let service: RunningService;
let site: RunningSite;
let context: Context;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkhaul-conformance-'));
  const accounts = ['one', 'two'].map((name) => ({ email: `${name}@example.org`, key: `key-of-${name}` }));
  service = await startService({ dataDir: folder, accounts });
  site = await startSampleSite();
  context = new Context({
    baseUrl: service.url,
    key: 'key-of-one',
    otherKey: 'key-of-two',
    sourceUrl: `${site.url}/sample.webm`,
    slowSourceUrl: `${site.url}/slow.webm`,
    mayClearAll: true,
  });
});

afterAll(async () => {
  await service.close();
  await site.close();
  await rm(folder, { recursive: true });
});

// A skipped check would throw, and so fail here: this service must be able to show every row.
for (const { section, name, run } of checks) test(`${section}: ${name}`, () => run(context), 30_000);
