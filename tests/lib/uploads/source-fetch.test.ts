import { describe, expect, test } from 'vitest';
import {
  type FetchedHead,
  type FetchFailure,
  fetchSource,
  nameFile,
  type SourceFetch,
} from '../../../lib/uploads/source-fetch.ts';
import { createFetchDisk, followAll } from './fetch-disk.ts';

const url = 'https://site.example/film.mp4';
const film = Uint8Array.from({ length: 100 }, (_, at) => at);
const network = { code: 'network', msg: null, hasProgress: false };

/** A site's responses, one after another, and the disk. */
function setUp(
  answers: readonly (() => Response | Promise<Response>)[],
  options: { kept?: number; head?: Partial<FetchedHead>; findNext?: SourceFetch['findNext'] } = {},
) {
  const { kept = 0, head, findNext } = options;
  const { disk, source } = createFetchDisk();
  disk.bytes = film.slice(0, kept);
  if (head)
    disk.head = {
      validator: '"1"',
      totalBytes: 100,
      location: url,
      name: 'film.mp4',
      countedBytes: kept,
      ...head,
    };
  const requests: { url: string; headers: Record<string, string>; redirect: string | undefined }[] = [];
  const run = (address = url) =>
    fetchSource({
      ...source,
      ...followAll(address, async (asked, { headers, redirect }) => {
        requests.push({ url: asked, headers: { ...(headers as Record<string, string>) }, redirect });
        const answer = answers[requests.length - 1];
        if (!answer) throw new TypeError('Failed to fetch');
        return answer();
      }),
      ...(findNext && { findNext }),
    });
  return { run, disk, requests, readHead: () => disk.head };
}

const answer =
  (bytes: Uint8Array | null, headers: Record<string, string> = {}, status = 200) =>
  () =>
    new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers });
const whole = (headers: Record<string, string> = {}) =>
  answer(film, { 'content-length': '100', etag: '"1"', ...headers });
const rest = (from: number, headers: Record<string, string> = {}) =>
  answer(
    film.subarray(from),
    { 'content-length': `${100 - from}`, 'content-range': `bytes ${from}-99/100`, etag: '"1"', ...headers },
    206,
  );
const broken =
  (count: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(
      new ReadableStream({
        type: 'bytes',
        start(controller) {
          controller.enqueue(film.slice(0, count));
        },
        pull: (controller) => controller.error(new TypeError('network error')),
      }),
      { headers: { 'content-length': '100', etag: '"1"', ...headers } },
    );

describe('a fetch', () => {
  test('stores the file, with what is needed to resume', async () => {
    const { run, disk, requests, readHead } = setUp([whole()]);
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(disk.bytes).toEqual(film);
    expect(requests[0]?.headers).toEqual({});
    expect(readHead()).toMatchObject({ validator: '"1"', totalBytes: 100, name: 'film.mp4' });
  });

  test('that is complete sends no request', async () => {
    const { run, requests } = setUp([], { kept: 100, head: {} });
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(requests).toEqual([]);
  });

  test('starts over if the disk has lost everything', async () => {
    const { run, disk, requests } = setUp([whole()], { head: {} });
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect([disk.bytes, requests[0]?.headers]).toEqual([film, {}]);
  });

  test('starts over if the disk has more than it recorded', async () => {
    const { run, disk, requests } = setUp([whole()], { kept: 60, head: { totalBytes: 50 } });
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect([disk.bytes, requests[0]?.headers]).toEqual([film, {}]);
  });

  test('keeps its name if the response for a part has none', async () => {
    const { run } = setUp([broken(40, { 'content-disposition': 'attachment; filename="a.mp4"' }), rest(40)]);
    await run();
    expect(await run()).toMatchObject({ name: 'a.mp4' });
  });

  test('that is cut off resumes in parts', async () => {
    const { run, disk, requests } = setUp([broken(40), rest(40)]);
    expect(await run()).toEqual({ ...network, hasProgress: true });
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(disk.bytes).toEqual(film);
    expect(requests[1]?.headers).toEqual({ Range: 'bytes=40-', 'If-Range': '"1"' });
  });

  test.each<[string, readonly (() => Response)[]]>([
    ['refused', [answer(null, {}, 403)]],
    ['answered by a login page', [answer(film, { 'content-type': 'text/html' })]],
    ['refused without its version', [answer(null, {}, 416), answer(null, {}, 401)]],
    ['not answered', [answer(null, {}, 503)]],
  ])('that was %s resumes from the stored bytes', async (_, first) => {
    const { run, disk, requests } = setUp([...first, rest(40)], { kept: 40, head: {} });
    expect(await run()).toMatchObject({ hasProgress: false });
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(disk.bytes).toEqual(film);
    expect(requests.at(-1)?.headers).toEqual({ Range: 'bytes=40-', 'If-Range': '"1"' });
  });

  test.each([
    ['has changed', {}, [whole()]],
    ['is sent from another byte', {}, [rest(30), whole()]],
    ['is a part of another version', {}, [rest(40, { etag: '"2"' }), whole()]],
    ['is a part of the encoded version', {}, [rest(40, { 'content-encoding': 'gzip' }), whole()]],
    ['has no such part', {}, [answer(null, {}, 416), whole()]],
    ['names no version', { validator: null }, [whole()]],
  ] as const)('starts over if the file %s', async (_, head, answers) => {
    const { run, disk } = setUp(answers, { kept: 40, head });
    disk.bytes.fill(255);
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(disk.bytes).toEqual(film);
  });

  test.each([
    ['a weak tag', { etag: 'W/"1"' }, null],
    ['a tag without quotes', { etag: '1' }, null],
    ['a date', { etag: '', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, null],
    ['an encoded answer', { 'content-encoding': 'gzip' }, null],
    ['a strong tag', {}, '"1"'],
  ])('with %s resumes by %3$s', async (_, headers, validator) => {
    const { run, readHead } = setUp([whole(headers)]);
    await run();
    expect(readHead()?.validator).toBe(validator);
  });

  test.each<[string, () => Response, Partial<FetchFailure>]>([
    ['gone', answer(null, {}, 404), { code: 'gone' }],
    ['gone for good', answer(null, {}, 410), { code: 'gone' }],
    ['for members', answer(null, {}, 401), { code: 'session' }],
    ['forbidden', answer(null, {}, 403), { code: 'session' }],
    ['refused', answer(null, {}, 451), { code: 'error', msg: '451' }],
    ['without contents', answer(null, {}, 204), { code: 'blank' }],
    ['an empty file', answer(null, { 'content-length': '0' }), { code: 'empty' }],
    [
      'an empty page',
      answer(null, { 'content-length': '0', 'content-type': 'text/html' }),
      { code: 'blank' },
    ],
    ['nothing', answer(null), { code: 'blank' }],
    ['longer than it says', answer(film, { 'content-length': '99' }), { code: 'overlong' }],
    ['a partial answer that nobody asked for', rest(10), { code: 'error', msg: '206' }],
    [
      'busy',
      answer(null, { 'retry-after': '30' }, 503),
      { code: 'network', msg: '503', retryAfterMs: 30_000 },
    ],
    [
      'limited',
      answer(
        null,
        { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
        429,
      ),
      { code: 'network', msg: '429', retryAfterMs: 60_000 },
    ],
    ['a web page', answer(film, { 'content-type': 'text/html; charset=utf-8' }), { code: 'page' }],
    ['cut short', answer(film, { 'content-length': '200' }), { code: 'network', hasProgress: true }],
  ])('fails if the response is %s', async (_, first, failure) => {
    const { run } = setUp([first, first]);
    expect(await run()).toMatchObject(failure);
  });

  test.each([
    ['a page', 'https://site.example/notes.html', {}],
    ['an attachment', url, { 'content-disposition': 'attachment' }],
  ])('accepts a web page if %s is expected', async (_, address, headers) => {
    const { run } = setUp([whole({ 'content-type': 'text/html', ...headers })]);
    expect(await run(address)).toMatchObject({ sizeBytes: 100 });
  });

  test.each([
    ['for all of it', whole(), 99],
    ['for more of what has no length', answer(film), 0],
  ])('reports a full disk %s', async (_, first, roomBytes) => {
    const { run, disk } = setUp([first]);
    disk.roomBytes = roomBytes;
    expect(await run()).toMatchObject({ code: 'room' });
    expect(disk.bytes).toHaveLength(0);
  });

  test('reports that the disk became full meanwhile', async () => {
    const mb = new Uint8Array(1_000_000);
    let sentMb = 0;
    const endless = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        sentMb += 1;
        controller.enqueue(mb.slice());
      },
    });
    const { run, disk } = setUp([() => new Response(endless)]);
    disk.roomBytes = 20_000_000;
    expect(await run()).toMatchObject({ code: 'room' });
    expect(sentMb).toBeLessThan(40);
  });

  test.each([
    ['is compressed', { 'content-encoding': 'gzip', 'content-length': '3' }, 500],
    ['has no length', {}, 2_000],
  ])('that %s stops at a limit', async (_, headers, maxMb) => {
    let sentMb = 0;
    const endless = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        sentMb += 1;
        controller.byobRequest?.respond(1_000_000);
      },
    });
    const { run, disk } = setUp([() => new Response(endless, { headers })]);
    disk.isDiscarding = true;
    expect(await run()).toMatchObject({ code: 'oversize' });
    expect(sentMb).toBe(maxMb + 1);
  });

  test.each([
    ['QuotaExceededError', 'room', null],
    ['NS_ERROR_FILE_NO_DEVICE_SPACE', 'room', null],
    ['InvalidStateError', 'disk', 'InvalidStateError'],
  ])('reports that the disk failed with %s', async (name, code, msg) => {
    const { run, disk } = setUp([whole()]);
    disk.beforeWrite = () => {
      throw new DOMException('', name);
    };
    expect(await run()).toMatchObject({ code, msg });
  });

  test('is complete if the disk takes it in pieces', async () => {
    const { run, disk } = setUp([whole()]);
    disk.maxWriteBytes = 7;
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
    expect(disk.bytes).toEqual(film);
  });

  test('reports a disk that takes nothing', async () => {
    const { run, disk } = setUp([whole()]);
    disk.maxWriteBytes = 0;
    expect(await run()).toMatchObject({ code: 'disk' });
  });

  test('of unknown size ends with the response', async () => {
    const { run } = setUp([answer(film)]);
    expect(await run()).toEqual({ name: 'film.mp4', sizeBytes: 100 });
  });

  test.each([
    ['p%C3%A4ss', 'Basic bWU6cMOkc3M='],
    ['100%', 'Basic bWU6MTAwJQ=='],
  ])('sends the address’s name and password (%s) as a header', async (password, header) => {
    const { run, requests } = setUp([whole()]);
    await run(`https://me:${password}@site.example/film.mp4`);
    expect(requests[0]).toMatchObject({ url, headers: { Authorization: header } });
  });

  describe('that is redirected', () => {
    const to = (location: string) => answer(null, { location }, 302);

    test('requests each hop, and follows none automatically', async () => {
      const asked: (string | null)[] = [];
      const { run, disk, requests } = setUp([to('/a'), to('/b'), whole()], {
        findNext: async (redirected) => {
          asked.push(redirected);
          return { url: `https://site.example/${asked.length}` };
        },
      });
      expect(await run()).toMatchObject({ sizeBytes: 100 });
      expect(disk.bytes).toEqual(film);
      expect(asked).toEqual([null, 'https://site.example/1', 'https://site.example/2']);
      expect(new Set(requests.map(({ redirect }) => redirect))).toEqual(new Set(['manual']));
    });

    test('sends nothing to hosts that aren’t allowed', async () => {
      const { run, requests } = setUp([to('http://192.168.0.1/')], {
        findNext: async (redirected) =>
          redirected === null ? { url } : { code: 'local', msg: 'http://192.168.0.1' },
      });
      expect(await run()).toEqual({ code: 'local', msg: 'http://192.168.0.1', hasProgress: false });
      expect(requests).toHaveLength(1);
    });

    test('without an end is given up, with a reason', async () => {
      const { run, requests } = setUp(Array.from({ length: 30 }, () => to('/film.mp4')));
      expect(await run()).toMatchObject({ code: 'loop' });
      expect(requests).toHaveLength(21);
    });

    test('sends its link’s name and password nowhere else', async () => {
      const { run, requests } = setUp([to('/b'), to('https://cdn.example/film.mp4'), whole()]);
      await run('https://me:secret@site.example/a');
      const Authorization = `Basic ${btoa('me:secret')}`;
      expect(requests).toMatchObject([
        { url: 'https://site.example/a', headers: { Authorization } },
        { url: 'https://site.example/b', headers: { Authorization } },
        { url: 'https://cdn.example/film.mp4', headers: {} },
      ]);
      expect(requests.at(-1)?.headers).toEqual({});
    });

    test('resumes only at the same address, whatever the tag says', async () => {
      const cdn = 'https://cdn.example/film.mp4';
      const again = setUp([to(`${cdn}?token=2`), rest(40)], { kept: 40, head: { location: cdn } });
      expect(await again.run()).toMatchObject({ sizeBytes: 100 });
      expect(again.requests).toHaveLength(2);

      const elsewhere = setUp([to('https://other.example/film.mp4'), rest(40), to(cdn), whole()], {
        kept: 40,
        head: { location: cdn },
      });
      elsewhere.disk.bytes.fill(255);
      expect(await elsewhere.run()).toMatchObject({ sizeBytes: 100 });
      expect(elsewhere.requests.map(({ headers }) => headers['Range'])).toEqual([
        'bytes=40-',
        'bytes=40-',
        undefined,
        undefined,
      ]);
      expect(elsewhere.disk.bytes).toEqual(film);
    });

    test('to a web page doesn’t count as a file that happens to be a page', async () => {
      const page = { 'content-type': 'text/html' };
      const link = 'https://site.example/a.html';
      expect(await setUp([whole(page)]).run(link)).toMatchObject({ sizeBytes: 100 });
      expect(await setUp([to('/login.html'), whole(page)]).run(link)).toMatchObject({ code: 'page' });
    });

    test('is retried if the response names no target', async () => {
      const { run } = setUp([], { findNext: () => Promise.reject(new Error('no background')) });
      expect(await run()).toEqual(network);
    });
  });
});

describe('a fetched file', () => {
  const named = (headers: Record<string, string>, address = 'https://site.example/get?id=7') =>
    nameFile({ response: new Response(null, { headers }), url: address }, address);
  test.each([
    ['attachment; filename="a b.mp4"', 'a b.mp4'],
    ["attachment; filename=x.mp4; filename*=UTF-8''na%C3%AFve.mp4", 'naïve.mp4'],
    ['attachment; filename="na\u00c3\u00afve.mp4"', 'naïve.mp4'],
    ['attachment; filename="na%C3%AFve.mp4"', 'naïve.mp4'],
    ['attachment; filename="C:\\\\films\\\\a.mp4"', 'a.mp4'],
    ['attachment; filename="../../a.mp4"', 'a.mp4'],
    ['inline', 'get.webm'],
  ])('has the name %s', (disposition, name) => {
    expect(named({ 'content-disposition': disposition, 'content-type': 'video/webm' })).toBe(name);
  });
  test.each([
    ['https://site.example/a%20b.mkv?x=1', 'video/x-matroska', 'a b.mkv'],
    ['https://site.example/watch', 'video/x-matroska', 'watch.mkv'],
    ['https://site.example/song', 'audio/mpeg; q=1', 'song.mp3'],
    ['https://site.example/', 'application/octet-stream', 'file'],
    ['https://site.example/films%2Fa.mp4', 'video/mp4', 'a.mp4'],
    ['https://site.example/films%5C..%5ca.mp4?x=/b.mp4', 'video/mp4', 'a.mp4'],
    ['https://site.example/..%2F..%2f', 'video/mp4', 'file.mp4'],
  ])('at %s of %s has the name %s', (address, type, name) => {
    expect(named({ 'content-type': type }, address)).toBe(name);
  });
});
