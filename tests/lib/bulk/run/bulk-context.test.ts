import { expect, test } from 'vitest';
import { listFolderFiles } from '../../../../lib/bulk/run/bulk-context.ts';
import { fakeClient } from '../../fake-service.ts';

test.each([
  ['all of them', 2, 0, 2],
  ['more than can be searched', 2_001, 0, undefined],
  ['one that cannot be read', 2, 1, undefined],
])('the files of a folder with %s', async (_, count, skipped, expected) => {
  const client = fakeClient({
    files: {
      async *iterate() {
        for (let at = 0; at < count; at += 1) yield { fileCode: String(at) };
        return { skipped };
      },
    },
  });
  expect((await listFolderFiles(client, '1'))?.length).toBe(expected);
});
