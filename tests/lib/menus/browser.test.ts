import { beforeEach, expect, it } from 'vitest';
import { drawMenu } from '../../../lib/menus/browser.ts';
import { setBrowser } from '../../fake-browser.ts';

/** The browser's context menus. An entry without a title or with an existing id fails in the callback. One without an id throws. */
const fake = {
  ids: ['old'],
  /** Requests of an ended worker, carried out after the next `removeAll`. */
  lateIds: [] as string[],
  contexts: [] as string[],
  lastError: undefined as Error | undefined,
};

const contexts = ['link'] as const;

beforeEach(() => {
  fake.ids = ['old'];
  setBrowser({
    runtime: {
      get lastError() {
        return fake.lastError;
      },
    },
    contextMenus: {
      async removeAll() {
        fake.ids = fake.lateIds;
        fake.lateIds = [];
      },
      create({ id, title, contexts }: { id: string; title: string; contexts: string[] }, done: () => void) {
        fake.contexts = contexts;
        if (id === '') throw new TypeError('An id is missing.');
        setTimeout(() => {
          const isDuplicate = fake.ids.includes(id);
          const fault = title === '' ? 'A title is missing.' : isDuplicate ? 'This id exists.' : null;
          fake.lastError = fault === null ? undefined : new Error(fault);
          if (fault === null) fake.ids.push(id);
          done();
          fake.lastError = undefined;
        });
      },
    },
  });
});

it('replaces the whole menu', async () => {
  await drawMenu([
    { id: 'a', title: 'A', contexts },
    { id: 'b', title: 'B', contexts },
  ]);
  expect(fake.ids).toEqual(['a', 'b']);
});

it('replaces what an ended worker has created meanwhile', async () => {
  fake.lateIds = ['b'];
  await drawMenu([
    { id: 'a', title: 'A', contexts },
    { id: 'b', title: 'B', contexts },
  ]);
  expect(fake.ids).toEqual(['a', 'b']);
});

it('separates entries for frames in Chromium, where a frame also gets all others', async () => {
  await drawMenu([{ id: 'a', title: 'A', contexts: ['link', 'frame', 'selection'] }]);
  expect(fake.contexts).toEqual(['link', 'selection']);
});

it('creates every valid entry, and reports the others', async () => {
  const entries = ['a', 'b', '', 'd'].map((id) => ({ id, title: id === 'b' ? '' : 'Title', contexts }));
  const error: unknown = await drawMenu(entries).catch((thrown: unknown) => thrown);
  expect(fake.ids).toEqual(['a', 'd']);
  expect(error).toBeInstanceOf(AggregateError);
  expect((error as AggregateError).errors.map(String)).toEqual([
    'Error: Menu entry b: A title is missing.',
    'TypeError: An id is missing.',
  ]);
});
