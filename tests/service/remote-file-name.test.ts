import { expect, it } from 'vitest';
import { readFileName } from '../../service/src/remote-file-name.ts';
import { dispositions } from './dispositions.ts';

it.each(dispositions)('%s', (header, name) => {
  expect(readFileName(header)).toBe(name);
});
