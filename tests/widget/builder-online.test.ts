/** Checks addresses on real servers. Node doesn't implement CORS, which tests/e2e covers in a browser. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addTrack,
  type BuilderState,
  changeTrack,
  checkDocument,
  checkSubtitle,
  createBuilder,
  newDraft,
  removeTrack,
} from '../../widget/src/builder/index.ts';
import { countCues } from '../../widget/src/builder/read-cues.ts';
import { subtitleDocument } from '../../widget/src/index.ts';
import { encodedSubtitles, undecodableSubtitles } from '../encoded-subtitles.ts';
import { startLocalServer } from '../local-server.ts';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n';
const SRT = '\uFEFF1\r\n00:00:00,000 --> 00:00:01,000\r\nHello\r\n';

async function serve(answer: RequestListener): Promise<string> {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  return server.url;
}

const serveText = (body: string, status = 200) =>
  serve((_, response) => response.writeHead(status, { 'access-control-allow-origin': '*' }).end(body));

describe('a subtitle file', () => {
  it.each([
    [VTT, { state: 'good', kind: 'vtt' }],
    ['\uFEFFWEBVTT - a title\n', { state: 'good', kind: 'vtt' }],
    [SRT, { state: 'good', kind: 'srt' }],
    [`nonsense before\n\n${SRT}`, { state: 'good', kind: 'srt' }],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo',
      { state: 'good', kind: 'srt' },
    ],
    ['WEBVTT\n00:00.000 --> 00:01.000\nHello\n', { state: 'good', kind: 'vtt' }],
    [`\n\n${VTT}`, { state: 'bad-head' }],
    [VTT.toLowerCase(), { state: 'bad-head' }],
    [` ${VTT}`, { state: 'bad-head' }],
    [VTT.replaceAll('.', ','), { state: 'no-cues' }],
    ['WEBVTT\n\n0:0:1.5 --> 0:0:2.5\nHello\n', { state: 'no-cues' }],
    [
      '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello',
      { state: 'no-subtitles' },
    ],
    ['WEBVTTS\n', { state: 'no-subtitles' }],
    // One valid time. The others use SubRip's format.
    [
      `${VTT}\n00:02,000 --> 00:03,000\nTwo\n\n00:04.000 --> 00:05,000\nThree\n`,
      { state: 'some-cues', kind: 'vtt', kept: 1, dropped: 2 },
    ],
    ['<!doctype html><title>Not found</title>', { state: 'no-subtitles' }],
    ['', { state: 'no-subtitles' }],
  ])('with %j', async (body, found) => {
    expect(await checkSubtitle(await serveText(body), {})).toEqual(found);
  });

  it.each<[name: string, text: string, kept: number, dropped: number]>([
    ['vtt: lone carriage returns', 'WEBVTT\r\r00:01.000 --> 00:02.000\rA\r\r00:03.000-->00:04.000\rB', 2, 0],
    ['vtt: an id, settings and hours', `${VTT}\nid\n1:00:00.000 --> 100:00:01.000 align:start\nA`, 2, 0],
    [
      'vtt: no blank lines between cues',
      `${VTT}00:02.000 --> 00:03.000\nA\n2\n00:04.000 --> 00:05.000\nB`,
      3,
      0,
    ],
    ['vtt: times behind two lines', `${VTT}\na\nb\n00:02.000 --> 00:03.000\nA`, 2, 0],
    [
      'vtt: comments, styles and text',
      `${VTT}\nNOTE a --> b\n\nSTYLE\n::cue {}\n\nNOTE\n00:02,0 -> 00:03`,
      1,
      0,
    ],
    ['vtt: a cue behind a comment', `${VTT}\nNOTE\n00:02.000 --> 00:03.000\nA`, 2, 0],
    [
      'vtt: minutes and seconds above 59',
      `${VTT}\n00:60.000 --> 00:61.000\nA\n\n00:60:00.000 --> 01:00:01.000\nB`,
      1,
      2,
    ],
    [
      'vtt: too few or too many digits',
      `${VTT}\n00:02.00 --> 00:03.00\nA\n\n00:02.0000 --> 00:03.000\nB\n\n0:04.000 --> 0:05.000\nC`,
      1,
      3,
    ],
    [
      'vtt: another arrow',
      `${VTT}\n00:02.000 -> 00:03.000\nA\n\n2\n00:04.000 → 00:05.000\nB\n\n00:06.000 – 00:07.000\nC`,
      1,
      3,
    ],
    ['vtt: a number before the times', `${VTT}\n1 00:02.000 --> 00:03.000\nA`, 1, 1],
    ['srt: full stops', SRT.replaceAll(',', '.'), 1, 0],
    ['srt: a time without a fraction', `${SRT}\r\n2\r\n00:00:02 --> 00:00:03\r\nA`, 1, 1],
    [
      'srt: other arrows and digits',
      `${SRT}\n2\n00:00:02,000 -> 00:00:03,000\nA\n\n3\n００：００：０４，０００ --> ００：００：０５，０００\nB`,
      1,
      2,
    ],
    ['srt: text with clock times and arrows', `${SRT}8:00 - 9:30\ngo --> there`, 1, 0],
  ])('%s', async (_, text, kept, dropped) => {
    const kind = text.startsWith('WEBVTT') ? 'vtt' : 'srt';
    expect(await checkSubtitle(await serveText(text), {})).toEqual(
      dropped === 0 ? { state: 'good', kind } : { state: 'some-cues', kind, kept, dropped },
    );
    expect(countCues(text)).toEqual({ kind, kept, dropped });
  });

  it('reads as many cues as there are, in time that grows with their number only', () => {
    const long = `${'1:1'.repeat(100_000)}\n${'0'.repeat(300_000)}\n${' '.repeat(300_000)}x`;
    const startedAtMs = performance.now();
    expect(countCues(`${SRT}${long}`)).toEqual({ kind: 'srt', kept: 1, dropped: 0 });
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });

  it.each(encodedSubtitles)('in %s', async (encoding, _, bytes) => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(bytes),
    );
    expect(await checkSubtitle(url, {})).toEqual({ state: 'encoding', encoding });
  });

  it.each(undecodableSubtitles)('in %s', async (encoding, bytes) => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(bytes),
    );
    expect(await checkSubtitle(url, {})).toEqual({ state: 'encoding', encoding });
  });

  it.each(['A \x1b[33mcoloured\x1b[0m line', 'a ~{} b ~ {c~}'])('in UTF-8, with %j', async (line) => {
    expect(await checkSubtitle(await serveText(`${SRT}${line}`), {})).toEqual({ state: 'good', kind: 'srt' });
  });

  it('in UTF-8 that is cut within a letter', async () => {
    const url = await serveText(`${SRT}${'я'.repeat(600_000)}`);
    expect(await checkSubtitle(url, {})).toEqual({ state: 'good', kind: 'srt' });
  });

  it('with an HTTP error', async () => {
    expect(await checkSubtitle(await serveText(VTT, 404), {})).toEqual({ state: 'status', status: 404 });
  });

  it('without a response', async () => {
    const gone = await serve((_, response) => response.destroy());
    expect(await checkSubtitle(gone, {})).toEqual({ state: 'unreachable' });
  });

  it('is not read beyond the limit', async () => {
    const closed = Promise.withResolvers<void>();
    const endless = await serve((_, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const more = () => {
        while (!response.destroyed && response.write('0'.repeat(65_536)));
      };
      response.on('drain', more).on('close', closed.resolve);
      more();
    });
    expect(await checkSubtitle(endless, {})).toEqual({ state: 'no-subtitles' });
    await closed.promise;
  });

  it('is requested without a referrer and without cookies', async () => {
    const requests: IncomingMessage[] = [];
    const url = await serve((request, response) => {
      requests.push(request);
      response.setHeader('access-control-allow-origin', '*').end(VTT);
    });
    await checkSubtitle(url, {});
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers).not.toHaveProperty('referer');
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });
});

describe('a subtitle document', () => {
  const tracks = [
    { src: 'https://cdn.example/a.srt', label: 'A', default: true },
    { src: 'https://cdn.example/b.srt', label: 'B' },
  ];

  it('gives its tracks', async () => {
    expect(await checkDocument(await serveText(subtitleDocument(tracks)), {})).toEqual({
      state: 'good',
      tracks,
    });
  });

  it.each([
    ['[{ "src": "https://cdn.example/a.srt", "label": "A", default: true }]', 'unquoted-name', 'document'],
    ['[{ "src": "/a.srt", "label": "A" }]', 'bad-address', '[0].src'],
    ['<html>', 'bad-json', 'document'],
  ])('reports where and why it is invalid: %s', async (body, code, field) => {
    expect(await checkDocument(await serveText(body), {})).toMatchObject({
      state: 'no-document',
      error: { code, field },
    });
  });
});

describe('the builder', () => {
  function start(draft = newDraft({ baseUrl: 'https://host.example', file: 'abc' })) {
    const builder = createBuilder({ draft, debounceMs: 0 });
    onTestFinished(() => builder.close());
    /** Waits for the first state that meets the condition. */
    const until = (isTrue: (state: BuilderState) => boolean): Promise<BuilderState> =>
      new Promise((resolve) => {
        const check = () => {
          if (!isTrue(builder.state)) return;
          unsubscribe();
          resolve(builder.state);
        };
        const unsubscribe = builder.subscribe(check);
        check();
      });
    return { builder, until };
  }

  it('checks each address once, whatever else changes', async () => {
    const requests: string[] = [];
    const url = await serve((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end(VTT);
    });
    const { builder, until } = start();
    builder.change((draft) => addTrack(draft, { src: `${url}/a`, label: 'A' }));
    expect(builder.state.subtitles).toEqual({ t1: { state: 'checking' } });
    await until(({ subtitles }) => subtitles['t1']?.state === 'good');
    builder.change((draft) => changeTrack(draft, 't1', { label: 'B' }));
    builder.change((draft) => addTrack(draft, { src: `${url}/b`, label: 'B' }));
    const { subtitles } = await until((state) => state.subtitles['t2']?.state === 'good');
    expect(subtitles['t1']).toEqual({ state: 'good', kind: 'vtt' });
    expect(requests).toEqual(['/a', '/b']);
    builder.checkAgain(`${url}/b`);
    expect(builder.state.subtitles['t2']).toEqual({ state: 'checking' });
    await until((state) => state.subtitles['t2']?.state === 'good');
    expect(requests).toEqual(['/a', '/b', '/b']);
  });

  it('makes no request for an invalid address', async () => {
    const { builder } = start();
    builder.change((draft) =>
      addTrack({ ...draft, document: 'nonsense' }, { src: 'javascript:1', label: 'A' }),
    );
    expect(builder.state.subtitles).toEqual({});
    expect(builder.state.document).toBeNull();
  });

  it('aborts checks of removed addresses, without a callback', async () => {
    const requested = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const silent = await serve((_, response) => {
      response.on('close', aborted.resolve);
      requested.resolve();
    });
    const { builder } = start();
    builder.change((draft) => addTrack(draft, { src: silent, label: 'A' }));
    await requested.promise;
    let changes = 0;
    builder.subscribe(() => {
      changes += 1;
    });
    builder.change((draft) => removeTrack(draft, 't1'));
    await aborted.promise;
    expect(changes).toBe(1);
    expect(builder.state.subtitles).toEqual({});
  });

  it('checks again for a player on another origin', async () => {
    let requestCount = 0;
    const url = await serve((_, response) => {
      requestCount += 1;
      response.setHeader('access-control-allow-origin', '*').end(VTT);
    });
    const { builder, until } = start();
    builder.change((draft) => addTrack(draft, { src: url, label: 'A' }));
    await until(({ subtitles }) => subtitles['t1']?.state === 'good');
    builder.change((draft) => ({ ...draft, file: 'https://other.example/e/abc' }));
    expect(builder.state.subtitles['t1']).toEqual({ state: 'checking' });
    await until(({ subtitles }) => subtitles['t1']?.state === 'good');
    expect(requestCount).toBe(2);
  });

  it('checks the address of the document', async () => {
    const url = await serveText('[]');
    const { builder, until } = start();
    builder.change((draft) => ({ ...draft, document: url }));
    const { document } = await until((state) => state.document?.state === 'good');
    expect(document).toEqual({ state: 'good', tracks: [] });
  });
});
