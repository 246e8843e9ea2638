/** A dropped folder tree with names in many scripts arrives unchanged. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAdmin } from '../../../service/src/index.ts';
import { makeFileTree, readFileTree } from '../../soak/file-tree.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { dropFiles, rows } from '../harness/own-files.ts';

test.use({ serviceOptions: { admin: true } });

test('a tree is uploaded unchanged, and unreadable and missing files are named', {
  tag: '@devtools',
}, async ({ extension, service, account, dir }) => {
  const files = 30;
  const expected = await makeFileTree(dir, 'Été 2026', files);
  const manager = await extension.open('manager.html');
  await dropFiles(manager, join(dir, 'Été 2026'), join(dir, 'gone.bin'));
  await expect(manager.getByText('gone.bin')).toBeVisible();
  await expect(rows(manager, 'done')).toHaveCount(files, { timeout: 40_000 });
  const calls = (await createAdmin(service.url).audit()).map(({ endpoint }) => endpoint);
  // Each folder is listed once for many files.
  expect(calls.filter((endpoint) => endpoint === '/api/file/list').length).toBeLessThan(files);
  expect(await readFileTree(service.url, account)).toEqual(expected);

  await mkdir(join(dir, 'Empty'));
  await dropFiles(manager, join(dir, 'Empty'));
  await expect(manager.getByText('There are no files in what you dropped.')).toBeVisible();
});
