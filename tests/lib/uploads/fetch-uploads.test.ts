import { describe, expect, test } from 'vitest';
import { isFetchPending } from '../../../lib/uploads/local-file.ts';
import type { FetchFailure } from '../../../lib/uploads/source-fetch.ts';
import { sampleUncertainty, sampleUpload } from './samples.ts';
import { setUp, to as toRoot } from './set-up.ts';

const url = 'https://members.example/film.mp4';
const pageUrl = 'https://members.example/page';

async function queued(changes: { private?: boolean; title?: string; link?: string } = {}) {
  const world = setUp();
  const { private: isPrivate = false, title = null, link = url } = changes;
  const to = { ...toRoot, private: isPrivate, via: 'browser' as const };
  const { added } = await world.uploads.add([{ url: link, title, pageUrl }], to);
  const id = added[0]?.id ?? '';
  const begin = async () => {
    const result = world.uploads.beginFetch(id);
    await world.time.advance(1_000);
    return result;
  };
  const stored = () => world.store.transact('read', (tx) => tx.get(id));
  const fail = (failure: Partial<FetchFailure>) =>
    world.uploads.endFetch(id, { code: 'network', msg: null, hasProgress: false, ...failure });
  return { ...world, id, begin, stored, fail };
}

describe('a link that this browser fetches', () => {
  test('has one record, is never sent as a link, and duplicates the link', async () => {
    const { run, service, stored, uploads } = await queued();
    await run();
    expect(service.countRequests('upload/url')).toBe(0);
    expect(await stored()).toMatchObject({ state: 'queued', source: 'file', via: 'browser', url, pageUrl });
    expect((await uploads.add([{ url }], toRoot)).existing).toHaveLength(1);
  });

  test.each([
    [undefined, 'Members only.mp4'],
    ['My film', 'My film.mp4'],
    ['My film.MP4', 'My film.MP4'],
    ['Part 1/2', 'Part 1/2.mp4', 'Part 1_2.mp4'],
  ])('with the title %s is called %s', async (title, name, fileName = name) => {
    const { begin, uploads, id, stored } = await queued(title === undefined ? {} : { title });
    expect(await begin()).toEqual({ url, pageUrl });
    expect(await uploads.endFetch(id, { name: 'Members only.mp4', sizeBytes: 7 })).toBe(fileName);
    expect(await stored()).toMatchObject({ state: 'queued', title: name, sizeBytes: 7, attempts: 0 });
  });

  test('forgets its page and the permitted redirects when the file has arrived', async () => {
    const { begin, uploads, id, stored, service, time } = await queued();
    await uploads.retry(id, undefined, 'https://cdn.example');
    await begin();
    await uploads.endFetch(id, { name: 'film.mp4', sizeBytes: 1_000 });
    const beginning = uploads.beginFile(id);
    await time.advance(1_000);
    await beginning;
    await uploads.endFile(id, { fileCode: service.addFile('film') });
    const polled = uploads.poll('account');
    await time.advance(5_000);
    await polled;
    const { state, pageUrl: page, followed } = (await stored()) ?? {};
    expect([state, page, followed]).toEqual(['done', undefined, undefined]);
  });

  test('can’t be cancelled once the service has its bytes', async () => {
    const { begin, uploads, id, stored, service, time } = await queued();
    await begin();
    await uploads.endFetch(id, { name: 'film.mp4', sizeBytes: 7 });
    const beginning = uploads.beginFile(id);
    await time.advance(1_000);
    await beginning;
    await uploads.endFile(id, { fileCode: service.addFile('film') });
    const undoing = uploads.undoSends([id]);
    await time.advance(10_000);
    expect(await undoing).toMatchObject([{ id, state: 'verifying' }]);
    expect((await stored())?.state).toBe('verifying');
    expect(service.countRequests('urlupload/actions')).toBe(0);
  });

  test.each([
    ['gone', null],
    ['session', null],
    ['page', null],
    ['room', null],
    ['empty', null],
    ['blank', null],
    ['overlong', null],
    ['oversize', null],
    ['disk', 'InvalidStateError'],
    ['error', '451'],
  ] as const)('is refused if the site responds with %s', async (code, msg) => {
    const { fail, stored } = await queued();
    await fail({ code, msg });
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: `source.${code}`, msg } });
  });

  test('waits longer after each failure, and finally fails', async () => {
    const { fail, stored, time } = await queued();
    const waits: number[] = [];
    for (let each = 0; each < 5; each += 1) {
      await fail({});
      const { wait } = (await stored()) ?? {};
      expect(wait?.reason).toBe('source');
      waits.push((wait?.untilMs ?? 0) - time.nowMs);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    await fail({});
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.lost' } });
  });

  test('resumes soon if much of it arrived, or when the site says', async () => {
    const { fail, stored, time } = await queued();
    for (let each = 0; each < 3; each += 1) await fail({});
    await fail({ hasProgress: true });
    expect(await stored()).toMatchObject({ attempts: 0, wait: { untilMs: time.nowMs + 1_500 } });
    await fail({ msg: '503', retryAfterMs: 600_000 });
    expect((await stored())?.wait?.untilMs).toBe(time.nowMs + 600_000);
  });

  test('has all its attempts again when the user retries', async () => {
    const { fail, stored, uploads, id } = await queued();
    for (let each = 0; each < 6; each += 1) await fail({});
    await uploads.retry(id);
    await fail({});
    expect(await stored()).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('that arrives too slowly waits, says so, and finally fails', async () => {
    const { fail, stored } = await queued();
    const slow = () => fail({ code: 'slow' });
    await slow();
    expect(await stored()).toMatchObject({
      state: 'queued',
      wait: { reason: 'slow' },
      failure: { code: 'source.slow' },
    });
    for (let each = 0; each < 5; each += 1) await slow();
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.slow' } });
  });

  test('sends the service no request before its file is complete', async () => {
    const { begin, fail, uploads, id, service, time } = await queued();
    await begin();
    await fail({ hasProgress: true });
    await time.advance(2_000);
    expect(await begin()).toEqual({ url, pageUrl });
    expect(service.requests).toEqual([]);
    await uploads.endFetch(id, { name: 'film.mp4', sizeBytes: 7 });
    const beginning = uploads.beginFile(id);
    await time.advance(1_000);
    expect(await beginning).not.toBeNull();
    expect(service.countRequests('upload/server')).toBe(1);
  });

  test('waits even if the site asks for a day', async () => {
    const { fail, begin, stored, time } = await queued();
    await fail({ msg: '503', retryAfterMs: 24 * 3_600_000 });
    expect((await stored())?.wait?.untilMs).toBe(time.nowMs + 3_600_000);
    expect(await begin()).toBeNull();
  });

  test('stops waiting while it is fetched again, and is checked at intervals', async () => {
    const { fail, begin, stored, run, time } = await queued();
    await fail({ hasProgress: true });
    expect(await run(0)).toBe(time.nowMs + 1_500);
    await time.advance(1_500);
    expect(await begin()).not.toBeNull();
    expect(await stored()).toMatchObject({ state: 'queued', wait: null });
    expect(await run(0)).toBe(time.nowMs + 5_000);
  });

  test('starts even if all slots for links are in use', async () => {
    const { accountStatus, run, state } = await queued();
    await accountStatus.backOffLinks(toRoot.accountId, 'slots', null);
    state.fetchesDue = 0;
    await run(0);
    expect(state.fetchesDue).toBe(1);
  });

  test('from a private window is refused', async () => {
    const { stored, begin } = await queued({ private: true });
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.private' } });
    expect(await begin()).toBeNull();
  });

  test('from a private window is refused when it starts, too: the worker may have ended before', async () => {
    const { store, stored, begin, id } = await queued();
    const upload = await stored();
    await store.transact('write', async (tx) => upload && tx.put({ ...upload, id, private: true }));
    expect(await begin()).toBeNull();
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.private' } });
  });

  describe('that is redirected', () => {
    const to = (location: string | null) => ({ status: 302, location });
    const cdn = 'https://cdn.example';

    async function asked(code: 'site' | 'redirect' = 'site') {
      const world = await queued();
      await world.begin();
      await world.fail({ code, msg: cdn });
      return world;
    }

    test('starts at its link, and repeats redirects that weren’t seen', async () => {
      const { uploads, id } = await queued({ link: 'https://me:secret@members.example/a#b' });
      const address = 'https://members.example/a';
      expect(await uploads.routeFetch(id, null, null)).toEqual({ route: { url: address }, pageUrl });
      expect(await uploads.routeFetch(id, address, null)).toEqual({ route: { url: address }, pageUrl });
    });

    test('to another site asks the user, and continues there once the user agrees', async () => {
      const { uploads, id, stored, fail, begin } = await asked();
      expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.site', msg: cdn } });
      await uploads.retry(id);
      expect(await uploads.routeFetch(id, url, to(`${cdn}/a`))).toMatchObject({
        route: { code: 'site', msg: cdn },
      });
      await fail({ code: 'site', msg: cdn });
      await uploads.retry(id, undefined, cdn);
      await begin();
      expect(await uploads.routeFetch(id, url, to(`${cdn}/a`))).toEqual({
        route: { url: `${cdn}/a` },
        pageUrl,
      });
      expect(await stored()).toMatchObject({ state: 'queued', fetchedFrom: 'cdn.example' });
      await fail({ code: 'session' });
      await uploads.retry(id);
      await begin();
      expect((await stored())?.fetchedFrom).toBeUndefined();
    });

    test('needs only the permission for the target host', async () => {
      const { uploads, id, state, stored, fail } = await queued();
      state.reachable = ['https://members.example/'];
      const other = await uploads.routeFetch(id, url, to(`${cdn}/a`));
      expect(other).toEqual({ route: { code: 'redirect', msg: cdn } });
      const www = await uploads.routeFetch(id, url, to('https://www.members.example/a'));
      expect(www).toEqual({ route: { code: 'access', msg: 'https://www.members.example' } });
      await fail({ code: 'access', msg: 'https://www.members.example' });
      await uploads.retryReachable();
      expect((await stored())?.state).toBe('refused');
      state.reachable = ['https://members.example/', 'https://www.members.example/'];
      await uploads.retryReachable();
      expect((await stored())?.state).toBe('queued');
      await fail({ code: 'redirect', msg: cdn });
      await uploads.retryReachable();
      expect((await stored())?.state).toBe('refused');
      state.reachable = null;
      await uploads.retryReachable();
      expect((await stored())?.state).toBe('queued');
      // Having access isn't consent. It may have been granted for another upload.
      expect(await uploads.routeFetch(id, url, to(`${cdn}/a`))).toMatchObject({ route: { code: 'site' } });
    });

    test('to this machine is refused, even with every permission', async () => {
      const { uploads, id } = await asked();
      await uploads.retry(id, undefined, 'http://127.0.0.1:631');
      const route = { code: 'local', msg: 'http://127.0.0.1:631' };
      expect(await uploads.routeFetch(id, url, to('http://127.0.0.1:631/'))).toMatchObject({ route });
    });

    test('asks once for all links of its host, and for no others', async () => {
      const { uploads, store, id } = await asked();
      const add = async (link: string) => {
        const { added } = await uploads.add([{ url: link }], { ...toRoot, via: 'browser' });
        return added[0]?.id ?? '';
      };
      const refuse = (upload: string, msg: string) =>
        uploads.endFetch(upload, { code: 'site', msg, hasProgress: false });
      const [same, waiting, elsewhere, other] = [
        await add(`${url}?2`),
        await add(`${url}?3`),
        await add(`${url}?4`),
        await add('https://other.example/film.mp4'),
      ];
      await refuse(same, cdn);
      await refuse(elsewhere, 'https://other.example');
      await refuse(other, cdn);
      await uploads.retry(id, undefined, cdn);
      const read = (upload: string) => store.transact('read', (tx) => tx.get(upload));
      const found = await Promise.all([id, same, waiting, elsewhere, other].map(read));
      expect(found.map((each) => [each?.state, each?.followed])).toEqual([
        ['queued', [cdn]],
        ['queued', [cdn]],
        ['queued', [cdn]],
        ['refused', [cdn]],
        ['refused', undefined],
      ]);
    });

    test('goes nowhere if it is no longer wanted', async () => {
      const { uploads, id } = await queued();
      const route = { code: 'network', msg: null };
      await uploads.pause();
      expect(await uploads.routeFetch(id, null, null)).toEqual({ route });
      await uploads.resume();
      expect(await uploads.routeFetch(id, null, null)).toMatchObject({ route: { url } });
      await uploads.retry(id, 'service');
      expect(await uploads.routeFetch(id, null, null)).toEqual({ route });
      expect(await uploads.routeFetch('unknown', null, null)).toEqual({ route });
    });
  });

  test('to another scheme is refused', async () => {
    const { stored, begin } = await queued({ link: 'ftp://members.example/film.mp4' });
    expect(await begin()).toBeNull();
    expect(await stored()).toMatchObject({ state: 'refused', failure: { code: 'source.scheme' } });
  });

  test('waits while the queue is paused', async () => {
    const { uploads, begin } = await queued();
    await uploads.pause();
    expect(await begin()).toBeNull();
    await uploads.resume();
    expect(await begin()).not.toBeNull();
  });

  test('that was stopped by the pause doesn’t count as a failed attempt', async () => {
    const { uploads, begin, fail, stored } = await queued();
    await begin();
    await uploads.pause();
    for (let stops = 0; stops < 10; stops += 1) await fail({});
    expect(await stored()).toMatchObject({ state: 'queued', attempts: 0, wait: null, failure: null });
    await uploads.resume();
    expect(await begin()).not.toBeNull();
  });

  test('needs its file until the file has arrived or is no longer wanted', async () => {
    const { uploads, id } = await queued();
    expect(await uploads.findOrphans([id, 'unknown'])).toEqual(['unknown']);
    await uploads.remove(id);
    expect(await uploads.findOrphans([id])).toEqual([id]);
  });

  test.each([
    ['session', true],
    ['page', true],
    ['error', true],
    ['redirect', true],
    ['site', true],
    ['local', false],
    ['gone', false],
    ['room', false],
    ['oversize', false],
    ['overlong', false],
    ['blank', false],
    ['empty', false],
  ] as const)('that was refused for %s keeps the received bytes for a week: %s', async (code, isKept) => {
    const { fail, uploads, id, time } = await queued();
    await fail({ code });
    expect(await uploads.findOrphans([id])).toEqual(isKept ? [] : [id]);
    await time.advance(7 * 86_400_000);
    expect(await uploads.findOrphans([id])).toEqual([id]);
  });

  test('isn’t also fetched by the service while its request waits for its turn', async () => {
    const { uploads, service, time, store } = setUp({ limiterMs: 5_000 });
    const { added } = await uploads.add([{ url }], toRoot);
    const [{ id = '' } = {}] = added;
    const running = uploads.run();
    await time.advance(1_000);
    await uploads.retry(id, 'browser');
    await time.advance(60_000);
    await running;
    expect(service.countRequests('upload/url')).toBe(0);
    expect((await store.transact('read', (tx) => tx.get(id)))?.state).toBe('queued');
  });

  test('isn’t also fetched by this browser if the service has retried and has its file', async () => {
    const { uploads, service, time, store, run, all } = setUp();
    const { added } = await uploads.add([{ url: 'https://members.example/failing.mp4' }], toRoot);
    const [{ id = '' } = {}] = added;
    const stored = () => store.transact('read', (tx) => tx.get(id));
    const poll = async (polled: Promise<unknown> = uploads.poll('account')) => {
      await time.advance(60_000);
      await polled;
    };
    await run(61_000);
    await poll();
    expect((await stored())?.state).toBe('failed');
    await poll(service.client().remoteUploads.restartErrors());
    await poll(uploads.retry(id, 'browser'));
    await poll();
    expect((await stored())?.state).toBe('done');
    expect(await all()).toEqual([]);
  });

  test('isn’t also sent by this browser if the service got it meanwhile', async () => {
    const { uploads, id, time, run, stored, service } = await queued();
    await uploads.endFetch(id, { name: 'film.mp4', sizeBytes: 7 });
    const beginning = uploads.beginFile(id);
    await uploads.retry(id, 'service');
    await time.advance(1_000);
    expect(await beginning).toBeNull();
    await run();
    expect((await stored())?.state).toBe('accepted');
    expect(service.countRequests('upload/url')).toBe(1);
  });

  test('can be handed to the service, and back to this browser', async () => {
    const { uploads, id, stored, fail } = await queued();
    await fail({ code: 'session' });
    await uploads.retry(id, 'service');
    expect(await stored()).toMatchObject({ state: 'queued', source: 'link', via: undefined });
    await uploads.retry(id, 'browser');
    expect(await stored()).toMatchObject({ state: 'queued', source: 'file', via: 'browser', pageUrl });
  });
});

test.each([
  [{ state: 'queued' }, true],
  [{ state: 'sending' }, true],
  [{ state: 'uncertain', uncertainty: sampleUncertainty() }, true],
  [{ state: 'uncertain', uncertainty: sampleUncertainty({ nextCheckAtMs: null }) }, false],
  [{ state: 'refused' }, false],
  [{ state: 'verifying' }, false],
  [{ state: 'queued', via: undefined }, false],
] as const)('the fetched file of an upload that is %j is needed: %s', (change, isNeeded) => {
  expect(isFetchPending(sampleUpload({ source: 'file', via: 'browser', ...change }))).toBe(isNeeded);
});
