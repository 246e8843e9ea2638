import { describe, expect, it } from 'vitest';
import { judgeClone } from '../../../../lib/bulk/kinds/settle-clone.ts';

describe('an uncertain clone', () => {
  const fresh = (...titles: readonly string[]) => titles.map((title, n) => ({ fileCode: `new${n}`, title }));
  it.each([
    ['nothing new', fresh(), 'film', 'absent'],
    ['nothing new, and nobody knows the title', fresh(), null, 'absent'],
    ['something else', fresh('other'), 'film', 'absent'],
    ['the very title', fresh('other', 'film'), 'film', 'found'],
    ['the very title twice', fresh('film', 'film'), 'film', 'open'],
    ['something, and nobody knows the title', fresh('film'), null, 'open'],
  ] as const)('with %s', (_, files, title, kind) => expect(judgeClone(files, title).kind).toBe(kind));
});
