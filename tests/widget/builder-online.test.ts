/** What lies behind addresses, read from real servers. Node knows no CORS: that part is shown in a browser, in tests/e2e. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { subtitleDocument } from '../../widget/src/index.ts';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n';
const SRT = '\uFEFF1\r\n00:00:00,000 --> 00:00:01,000\r\nHello\r\n';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const served = (body: string, status = 200) =>
  serve((_, response) => response.writeHead(status, { 'access-control-allow-origin': '*' }).end(body));

describe('a subtitle file', () => {
  it.each([
    [VTT, { state: 'good', kind: 'vtt' }],
    ['\uFEFFWEBVTT - a title\n', { state: 'good', kind: 'vtt' }],
    [SRT, { state: 'good', kind: 'srt' }],
    [`nonsense before\n\n${SRT}`, { state: 'good', kind: 'srt' }],
    ['WEBVTTS\n', { state: 'no-subtitles' }],
    ['<!doctype html><title>Not found</title>', { state: 'no-subtitles' }],
    ['', { state: 'no-subtitles' }],
  ])('with %j', async (body, found) => {
    expect(await checkSubtitle(await served(body), {})).toEqual(found);
  });

  it('that is not there', async () => {
    expect(await checkSubtitle(await served(VTT, 404), {})).toEqual({ state: 'status', status: 404 });
  });

  it('of which nothing comes', async () => {
    const gone = await serve((_, response) => response.destroy());
    expect(await checkSubtitle(gone, {})).toEqual({ state: 'unreachable' });
  });

  it('is not read to its end when it has none', async () => {
    let ended = () => {};
    const isEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const endless = await serve((_, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const more = () => {
        while (!response.destroyed && response.write('0'.repeat(65_536)));
      };
      response.on('drain', more).on('close', ended);
      more();
    });
    expect(await checkSubtitle(endless, {})).toEqual({ state: 'no-subtitles' });
    await isEnded;
  });

  it('is asked for without a referrer and without cookies', async () => {
    const asked: IncomingMessage[] = [];
    const url = await serve((request, response) => {
      asked.push(request);
      response.setHeader('access-control-allow-origin', '*').end(VTT);
    });
    await checkSubtitle(url, {});
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).not.toHaveProperty('referer');
    expect(asked[0]?.headers).not.toHaveProperty('cookie');
  });
});

describe('a subtitle document', () => {
  const tracks = [
    { src: 'https://cdn.example/a.srt', label: 'A', default: true },
    { src: 'https://cdn.example/b.srt', label: 'B' },
  ];

  it('gives its tracks', async () => {
    expect(await checkDocument(await served(subtitleDocument(tracks)), {})).toEqual({
      state: 'good',
      tracks,
    });
  });

  it.each([
    ['[{ "src": "https://cdn.example/a.srt", "label": "A", default: true }]', 'unquoted-name', 'document'],
    ['[{ "src": "/a.srt", "label": "A" }]', 'bad-address', '[0].src'],
    ['<html>', 'bad-json', 'document'],
  ])('that is none says where and why: %s', async (body, code, field) => {
    expect(await checkDocument(await served(body), {})).toMatchObject({
      state: 'no-document',
      error: { code, field },
    });
  });
});

describe('the builder', () => {
  function start(draft = newDraft({ baseUrl: 'https://host.example', file: 'abc' })) {
    const builder = createBuilder({ draft, debounceMs: 0 });
    onTestFinished(() => builder.close());
    /** The state in which this holds for the first time. */
    const until = (holds: (state: BuilderState) => boolean): Promise<BuilderState> =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds(builder.state)) return;
          stop();
          resolve(builder.state);
        };
        const stop = builder.subscribe(look);
        look();
      });
    return { builder, until };
  }

  it('looks at each address once, whatever else changes', async () => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
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
    expect(asked).toEqual(['/a', '/b']);
    builder.checkAgain(`${url}/b`);
    expect(builder.state.subtitles['t2']).toEqual({ state: 'checking' });
    await until((state) => state.subtitles['t2']?.state === 'good');
    expect(asked).toEqual(['/a', '/b', '/b']);
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
    let arrived = () => {};
    let left = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const silent = await serve((_, response) => {
      response.on('close', left);
      arrived();
    });
    const { builder } = start();
    builder.change((draft) => addTrack(draft, { src: silent, label: 'A' }));
    await hasArrived;
    let changes = 0;
    builder.subscribe(() => {
      changes += 1;
    });
    builder.change((draft) => removeTrack(draft, 't1'));
    await hasLeft;
    expect(changes).toBe(1);
    expect(builder.state.subtitles).toEqual({});
  });

  it('looks again for another player, which is another reader', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.setHeader('access-control-allow-origin', '*').end(VTT);
    });
    const { builder, until } = start();
    builder.change((draft) => addTrack(draft, { src: url, label: 'A' }));
    await until(({ subtitles }) => subtitles['t1']?.state === 'good');
    builder.change((draft) => ({ ...draft, file: 'https://other.example/e/abc' }));
    expect(builder.state.subtitles['t1']).toEqual({ state: 'checking' });
    await until(({ subtitles }) => subtitles['t1']?.state === 'good');
    expect(asked).toBe(2);
  });

  it('reads the document where it was put', async () => {
    const url = await served('[]');
    const { builder, until } = start();
    builder.change((draft) => ({ ...draft, document: url }));
    const { document } = await until((state) => state.document?.state === 'good');
    expect(document).toEqual({ state: 'good', tracks: [] });
  });
});
