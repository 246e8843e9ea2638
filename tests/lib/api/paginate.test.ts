import { describe, expect, test } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { startRawServer } from './helpers/raw-server.ts';

/** File codes. `a@7` is in folder 7. */
type Page = readonly string[];

const pages =
  (...all: readonly Page[]) =>
  (page: number): Page =>
    all[page - 1] ?? [];

/** A service with these pages. The test decides what follows the last one. A number instead of a page is an error status. */
async function listAll(
  getPage: (page: number) => Page | number,
  use: (client: ReturnType<typeof createClient>) => Promise<unknown>,
  results_total?: string,
): Promise<number> {
  const server = await startRawServer((request, response) => {
    const page = Number(new URL(`http://host${request.url}`).searchParams.get('page') ?? 1);
    const answer = getPage(page);
    if (typeof answer === 'number') {
      response.end(JSON.stringify({ status: answer, msg: 'Wrong page' }));
      return;
    }
    const files = answer.map((file) => {
      const [file_code, fld_id = '0'] = file.split('@');
      return file_code === '' ? {} : { file_code, fld_id };
    });
    response.end(
      JSON.stringify({
        status: 200,
        msg: 'OK',
        result: request.url?.includes('dmca') ? files : { files, results_total },
      }),
    );
  });
  await use(
    createClient({ baseUrl: server.url, key: 'secret-key', limiter: fastLimiter(), maxRetries: 0 }),
  ).finally(() => server.close());
  return server.requests.length;
}

async function listCodes(entries: AsyncIterable<{ fileCode: string }>): Promise<string[]> {
  const codes: string[] = [];
  for await (const { fileCode } of entries) codes.push(fileCode);
  return codes;
}

describe('pagination', () => {
  test('ends at an empty page, whatever number the service reports', async () => {
    for (const [count, expected] of [
      // An empty page is requested twice, as it may be a temporary failure.
      [undefined, 4],
      ['3', 3],
      ['9', 4],
    ] as const) {
      const requests = await listAll(
        pages(['a', 'b'], ['c']),
        async ({ files }) => expect(await listCodes(files.iterate())).toEqual(['a', 'b', 'c']),
        count,
      );
      expect(requests, count).toBe(expected);
    }
  });

  test.each([1, 2])('doesn’t end at one empty response, page %i', async (at) => {
    const all = pages(['a', 'b'], ['c']);
    let isEmpty = true;
    const getPage = (page: number) => {
      if (page !== at || !isEmpty) return all(page);
      isEmpty = false;
      return [];
    };
    await listAll(
      getPage,
      async ({ files }) => expect(await listCodes(files.iterate())).toEqual(['a', 'b', 'c']),
      '3',
    );
    isEmpty = true;
    await listAll(getPage, async ({ files }) =>
      expect(await listCodes(files.iterate())).toEqual(['a', 'b', 'c']),
    );
    isEmpty = true;
    if (at > 1) return;
    await listAll(getPage, async ({ takedowns, files }) => {
      expect(await listCodes(takedowns.iterate())).toEqual(['a', 'b', 'c']);
      isEmpty = true;
      expect((await files.list()).files).toHaveLength(2);
    });
  });

  test('ends when the service repeats its last page', async () => {
    const requests = await listAll(
      (page) => [['a', 'b'], ['c']][Math.min(page, 2) - 1] ?? [],
      async ({ takedowns }) => expect(await listCodes(takedowns.iterate())).toEqual(['a', 'b', 'c']),
    );
    expect(requests).toBe(3);
  });

  test.each([400, 404])('ends if the page after the last is refused with %i', async (status) => {
    const getPage = (page: number) => [['a', 'b'], ['c']][page - 1] ?? status;
    for (const count of [undefined, '3'])
      await listAll(
        getPage,
        async ({ files, takedowns }) => {
          expect(await listCodes(files.iterate())).toEqual(['a', 'b', 'c']);
          expect(await listCodes(takedowns.iterate())).toEqual(['a', 'b', 'c']);
        },
        count,
      );
    const rejects = async (entries: AsyncIterable<{ fileCode: string }>) =>
      await expect(listCodes(entries)).rejects.toMatchObject({ status });
    // The service counts more files.
    await listAll(getPage, ({ files }) => rejects(files.iterate()), '4');
    // The first page is refused.
    const refuseAll = () => status;
    await listAll(refuseAll, ({ files }) => rejects(files.iterate()));
    await listAll(refuseAll, ({ takedowns }) => rejects(takedowns.iterate()));
  });

  test('drops an entry that moved to a later page meanwhile', async () => {
    await listAll(pages(['a', 'b'], ['b', 'c'], ['c', 'd']), async ({ files }) =>
      expect(await listCodes(files.iterate())).toEqual(['a', 'b', 'c', 'd']),
    );
  });

  test('drops files of other folders if the service ignores the folder', async () => {
    await listAll(pages(['a@1', 'b@7'], ['c@1'], ['d@7']), async ({ files }) => {
      expect(await listCodes(files.iterate({ folderId: '7' }))).toEqual(['b', 'd']);
      expect((await files.list({ folderId: '7', page: 1 })).files).toMatchObject([{ fileCode: 'b' }]);
    });
  });

  test('fetches pages on demand', async () => {
    const requests = await listAll(
      (page) => [`${page}a`, `${page}b`],
      async ({ files }) => {
        for await (const { fileCode } of files.iterate()) if (fileCode === '2a') break;
      },
    );
    expect(requests).toBe(2);
  });

  test('is cancelled between two entries and between two pages', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const requests = await listAll(
      (page) => [`${page}a`, `${page}b`, `${page}c`],
      async ({ files }) => {
        const walking = async () => {
          for await (const { fileCode } of files.iterate({}, { signal: controller.signal })) {
            seen.push(fileCode);
            if (fileCode === '2a') controller.abort();
          }
        };
        await expect(walking()).rejects.toMatchObject({ code: 'aborted', endpoint: 'file/list' });
      },
    );
    expect(seen).toEqual(['1a', '1b', '1c', '2a']);
    expect(requests).toBe(2);
  });

  test('does not treat a failure as the end of the list', async () => {
    await listAll(pages(['a'], ['', '']), async ({ files }) => {
      await expect(listCodes(files.iterate())).rejects.toMatchObject({ code: 'invalid-response' });
    });
  });
});
