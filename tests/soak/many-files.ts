/**
 * The soak `many-files`: drops a folder tree with names in many scripts onto the manager while the worker is killed repeatedly. The service
 * must end with the same tree, each file once.
 *
 * Three requests a file (upload address, move, list of its folder) take 150 s at the rate limit for 500 files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { connect } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { dropFiles } from '../e2e/harness/own-files.ts';
import type { ProfileBrowser } from './browser.ts';
import { makeFileTree, readFileTree } from './file-tree.ts';
import { killWorkerUntil, openPage } from './large-file.ts';
import type { SoakPlan } from './plan.ts';
import type { SoakParts } from './run.ts';
import type { SoakResult } from './verdict.ts';

export async function soakManyFiles(
  { browser, service, key, log }: SoakParts & { readonly browser: ProfileBrowser },
  { links: count, timeoutMs }: SoakPlan,
): Promise<SoakResult> {
  const dir = await mkdtemp(join(tmpdir(), 'linkhaul-tree-'));
  const startedMs = performance.now();
  try {
    const expected = await makeFileTree(dir, 'Tree', count);
    await connect(await openPage(browser, 'options.html'), service.url, key);
    const manager = await openPage(browser, 'manager.html');
    log(`dropping ${count} files …`);
    await dropFiles(manager, join(dir, 'Tree'));
    const [account = { email: '', key }] = service.accounts();
    const admin = createAdmin(service.url);
    const isComplete = async () => {
      const files = await admin.files(account.email);
      return files.length >= count && files.every(({ folderId }) => folderId !== '0');
    };
    const { kills } = await killWorkerUntil(browser, manager, startedMs + timeoutMs, isComplete);
    await manager
      .locator('[data-state="sending"], [data-state="waiting"], [data-state="verifying"]')
      .first()
      .waitFor({ state: 'detached', timeout: 60_000 });
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const audit = await admin.audit();
    const taken = audit.filter(({ endpoint, effect }) => endpoint === '/upload' && effect);
    const isSame = isDeepStrictEqual(await readFileTree(service.url, account), expected);
    return {
      figures: { seconds, 'worker kills': kills, 'files made': taken.length },
      violations: [
        ...(isSame ? [] : ['The tree at the service differs from the tree on disk.']),
        ...(taken.length === count ? [] : [`The service took ${taken.length} files.`]),
      ],
      privateUrls: [],
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}
