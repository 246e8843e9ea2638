import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readFileName } from '../../../lib/uploads/file-name.ts';
import { dispositions } from '../../service/dispositions.ts';

it.each(dispositions)('%s', (header, name) => {
  expect(readFileName(header)).toBe(name);
});

it('equals the local service’s, except for what opens it', async () => {
  const [own, other] = await Promise.all(
    ['lib/uploads/file-name.ts', 'service/src/remote-file-name.ts'].map((path) =>
      readFile(new URL(`../../../${path}`, import.meta.url), 'utf8'),
    ),
  );
  const code = (text = '') => text.slice(text.indexOf('import'));
  expect(code(own)).toBe(code(other));
});
