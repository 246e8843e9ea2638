import { describe, expect, test } from 'vitest';
import type { FileResult } from '../../../lib/uploads/file-uploads.ts';
import { createFileKey, fileLockName, isResumable } from '../../../lib/uploads/local-file.ts';
import { sampleUncertainty, sampleUpload } from './samples.ts';
import { setUp, to as toRoot } from './set-up.ts';

const folder = { id: '7', name: 'Films' };
const to = { ...toRoot, folder };

const file = { name: 'film.mp4', sizeBytes: 1_000, modifiedAtMs: 5 };

async function begun(changes: Parameters<typeof setUp>[0] = {}, destination = to, chosen = file) {
  const world = setUp(changes);
  world.service.folders.set(folder.id, { name: folder.name, parentId: '0' });
  const { added } = await world.uploads.add([{ url: '', file: chosen }], destination);
  const id = added[0]?.id ?? '';
  world.state.locks.add(fileLockName(id));
  const begin = async () => {
    const result = world.uploads.beginFile(id);
    await world.time.advance(1_000);
    return result;
  };
  const end = async (result: FileResult) => {
    const ended = world.uploads.endFile(id, result);
    await world.time.advance(1_000);
    await ended;
  };
  const stored = () => world.store.transact('read', (tx) => tx.get(id));
  const poll = async (times = 1) => {
    for (let each = 0; each < times; each += 1) {
      const polled = world.uploads.poll('account');
      await world.time.advance(5_000);
      await polled;
    }
  };
  return { ...world, id, begin, end, stored, poll };
}

describe('a local file', () => {
  test('is recognised by name, size and date', async () => {
    const { uploads } = await begun();
    const again = await uploads.add([{ url: '', file: { ...file } }], to);
    expect(again.existing.map(({ upload }) => upload.addressKey)).toEqual([createFileKey(file)]);
    const changed = await uploads.add([{ url: '', file: { ...file, modifiedAtMs: 6 } }], to);
    expect(changed.added).toHaveLength(1);
  });

  test('is sent only by the page', async () => {
    const { run, service, stored } = await begun();
    expect(await run()).toBeNull();
    expect(service.requests).toEqual([]);
    expect((await stored())?.state).toBe('queued');
  });

  test('gets an upload address once, and is done when its file is found', async () => {
    const { begin, uploads, id, service, stored, poll } = await begun();
    expect(await begin()).toEqual({
      address: 'https://upload.example/1',
      accountId: 'account',
      folderId: '7',
    });
    expect((await stored())?.state).toBe('sending');
    expect(await begin()).toBeNull();
    const fileCode = service.addFile('film');
    await uploads.endFile(id, { fileCode });
    expect((await stored())?.state).toBe('verifying');
    await poll();
    expect(await stored()).toMatchObject({ state: 'done', fileCode, sizeBytes: 1_000 });
    expect(service.files.get(fileCode)?.folderId).toBe(folder.id);
  });

  test.each([
    ['file/move', 'no-effect', 0],
    ['file/move', 'html-before', 1],
    // What the service has accepted counts.
    ['file/list', 'html-before', 2],
  ] as const)('is finally done if %s fails (%s)', async (endpoint, fault, expected) => {
    const { begin, uploads, id, service, stored, poll, time } = await begun();
    service.lastingFaults[endpoint] = fault;
    await begin();
    await uploads.endFile(id, { fileCode: service.addFile('film') });
    for (let each = 0; each < 12; each += 1) {
      await poll();
      await time.advance(expected === 0 ? 130_000 : 3_700_000);
    }
    const stranded = { folder: { id: '0' }, failure: { code: 'not-moved' } };
    expect(await stored()).toMatchObject({
      state: 'done',
      ...(expected === 2 ? { folder, failure: null } : stranded),
    });
  });

  test.each(['refusal', 'root'] as const)(
    'is done at once, in the root, if its folder is gone (%s for an unknown folder)',
    async (unknownFolder) => {
      const { begin, uploads, id, service, stored, poll } = await begun({ unknownFolder });
      service.addFolder('Other', '0');
      await begin();
      await uploads.endFile(id, { fileCode: service.addFile('film') });
      service.folders.delete(folder.id);
      await poll();
      expect(await stored()).toMatchObject({
        state: 'done',
        folder: { id: '0' },
        failure: { code: 'not-moved' },
      });
    },
  );

  test.each([
    ['the page is gone and it arrived', true, 'done'],
    ['the page is gone and it did not', false, 'queued'],
  ])('%s: %s', async (_, hasArrived, state) => {
    const { begin, id, service, state: browser, stored, runToEnd, poll } = await begun();
    await begin();
    if (hasArrived) service.addFile('film');
    browser.locks.delete(fileLockName(id));
    await runToEnd();
    await poll(2);
    expect((await stored())?.state).toBe(state);
  });

  test('is offered again at once, with its progress in whole percents, and is sent if it isn’t found', async () => {
    const { begin, uploads, id, run, runToEnd, state: browser, stored, service } = await begun();
    await begin();
    for (const bytesDone of [131, 137])
      await uploads.reportFileProgress([{ id, bytesDone, bytesTotal: 1_000 }]);
    expect(await stored()).toMatchObject({ state: 'sending', sentBytes: 131 });
    browser.locks.delete(fileLockName(id));
    await run();
    const upload = await stored();
    expect(upload).toMatchObject({ state: 'uncertain', sentBytes: 131 });
    expect(upload && isResumable(upload)).toBe(true);
    const sent = service.requests.length;
    await runToEnd();
    expect(await stored()).toMatchObject({ state: 'queued', sentBytes: 131 });
    expect(service.requests.length).toBeGreaterThan(sent);
    browser.locks.add(fileLockName(id));
    await begin();
    expect((await stored())?.sentBytes).toBeNull();
  });

  test.each([
    ['all of it had left', { sentBytes: 10 }],
    ['the user decides', { uncertainty: sampleUncertainty({ nextCheckAtMs: null }) }],
    ['the answer was lost', { failure: { code: 'network', msg: null } }],
    ['it is a link', { source: 'link' }],
  ] as const)('isn’t offered if %s', (_, change) => {
    const cut = sampleUpload({
      ...({ source: 'file', state: 'uncertain', sizeBytes: 10, sentBytes: 1 } as const),
      failure: { code: 'aborted', msg: null },
      uncertainty: sampleUncertainty(),
    });
    expect([isResumable(cut), isResumable({ ...cut, ...change })]).toEqual([true, false]);
  });

  test('isn’t interrupted while its page exists, even by another process', async () => {
    const { begin, open, run, stored } = await begun();
    await begin();
    await run(60_000, open());
    expect((await stored())?.state).toBe('sending');
  });

  test('whose page releases its lock late is checked again', async () => {
    const { begin, id, run, state: browser, stored } = await begun();
    await begin();
    expect(await run()).not.toBeNull();
    browser.locks.delete(fileLockName(id));
    await run();
    expect((await stored())?.state).toBe('uncertain');
  });

  test('that the service accepted without returning a code is found by evidence', async () => {
    const { begin, uploads, id, service, stored, runToEnd, poll } = await begun();
    await begin();
    const fileCode = service.addFile('film');
    await uploads.endFile(id, { code: 'invalid-response', msg: null, mayHaveTakenEffect: true });
    expect((await stored())?.state).toBe('uncertain');
    await runToEnd();
    await poll();
    expect(await stored()).toMatchObject({ state: 'done', fileCode });
  });

  const refused = { code: 'refused', msg: 'Not video file format', mayHaveTakenEffect: true } as const;

  test('that the service refuses but keeps is done', async () => {
    const { begin, end, service, stored, poll } = await begun();
    await begin();
    const fileCode = service.addFile('film');
    await end({ ...refused, fileCode });
    await poll();
    expect(await stored()).toMatchObject({ state: 'done', fileCode });
  });

  test.each([
    ['names no file that is there', { fileCode: 'abc' }],
    ['names none', {}],
  ])('that the service refuses shows its message if it %s', async (_, named) => {
    const { begin, end, stored, runToEnd } = await begun();
    await begin();
    await end({ ...refused, ...named });
    await runToEnd();
    const failure = { code: 'refused', msg: refused.msg };
    expect(await stored()).toMatchObject({ state: 'refused', failure, attempts: 1 });
  });

  test('that the service refuses and keeps only in part is refused', async () => {
    const { begin, end, service, stored } = await begun({}, to, { ...file, sizeBytes: 2_000 });
    await begin();
    await end({ ...refused, fileCode: service.addFile('film') });
    expect((await stored())?.state).toBe('refused');
  });

  test('that the service keeps only in part isn’t done, and isn’t moved', async () => {
    const { begin, end, service, stored, poll, time } = await begun();
    await begin();
    const fileCode = service.addFile('film', { size: 10 });
    await end({ fileCode });
    await poll();
    expect((await stored())?.state).toBe('verifying');
    for (let each = 0; each < 5; each += 1) {
      await time.advance(130_000);
      await poll();
    }
    const failure = { code: 'incomplete', msg: '10/1000' };
    expect(await stored()).toMatchObject({ state: 'refused', failure, fileCode: null, verification: null });
    expect(service.countRequests('file/move')).toBe(0);
  });

  test('whose size the service reports late, or never, is done', async () => {
    for (const late of [1_000, null]) {
      const { begin, end, service, stored, poll, time } = await begun();
      await begin();
      const fileCode = service.addFile('film', { size: late && 10 });
      await end({ fileCode });
      await poll();
      const kept = service.files.get(fileCode);
      if (kept) kept.size = late;
      await time.advance(10_000);
      await poll();
      expect((await stored())?.state).toBe('done');
    }
  });

  test.each([
    [10, 10, 'refused'],
    [10, null, 'refused'],
    [10, 1_000, 'verifying'],
    [1_000, 10, 'verifying'],
    [null, 10, 'verifying'],
  ])('that has %s bytes according to the service, and %s in the list, is %s', async (said, listed, state) => {
    const { begin, end, service, stored } = await begun();
    await begin();
    await end({ fileCode: service.addFile('film', { size: listed }), size: said });
    expect((await stored())?.state).toBe(state);
  });

  test('that the service refuses without a code, but keeps, is found', async () => {
    const { begin, end, service, stored, runToEnd, poll } = await begun();
    await begin();
    const fileCode = service.addFile('film');
    await end(refused);
    await runToEnd();
    await poll();
    expect(await stored()).toMatchObject({ state: 'done', fileCode });
  });

  test('that is refused while its file can’t be looked up is searched for', async () => {
    const { begin, end, service, stored } = await begun();
    await begin();
    service.lastingFaults['file/info'] = 'html-before';
    await end({ ...refused, fileCode: service.addFile('film') });
    expect(await stored()).toMatchObject({ state: 'uncertain', failure: { msg: refused.msg } });
  });

  test('isn’t sent if the service requires a session with it', async () => {
    const { begin, service, stored } = await begun();
    service.needsSession = true;
    expect(await begin()).toBeNull();
    expect(await stored()).toMatchObject({
      state: 'refused',
      failure: { code: 'needs-session' },
      attempts: 0,
    });
  });

  const origin = 'https://upload.example';
  test.each([
    [
      { code: 'network', msg: null, origin },
      { code: 'connection-lost', msg: origin },
    ],
    [
      { code: 'invalid-response', msg: null, origin },
      { code: 'too-many-attempts', msg: null },
    ],
    [
      { code: 'rate-limited', msg: 'Busy' },
      { code: 'too-many-attempts', msg: 'Busy' },
    ],
  ] as const)('waits longer after each failure, and finally fails: %j', async (result, failure) => {
    const { begin, uploads, id, stored, time, run } = await begun();
    const waits: number[] = [];
    for (let each = 0; each < 6; each += 1) {
      expect(await begin()).not.toBeNull();
      await uploads.endFile(id, { ...result, mayHaveTakenEffect: false });
      const untilMs = (await stored())?.wait?.untilMs ?? time.nowMs;
      waits.push(untilMs - time.nowMs);
      expect(await begin()).toBeNull();
      await time.advance(untilMs - time.nowMs);
      await run();
    }
    expect(waits.slice(0, 5)).toEqual([...waits.slice(0, 5)].sort((one, other) => one - other));
    expect(await stored()).toMatchObject({ state: 'refused', failure });
  });

  test.each([
    [{ code: 'refused', msg: 'Not enough storage left', mayHaveTakenEffect: false }, 'refused'],
    [{ code: 'file-gone', msg: null, mayHaveTakenEffect: false }, 'refused'],
    [{ code: 'network', msg: null, mayHaveTakenEffect: true }, 'uncertain'],
  ] as const)('that ended with %j is %s', async (result, state) => {
    const { begin, uploads, id, stored } = await begun();
    await begin();
    await uploads.endFile(id, result);
    expect((await stored())?.state).toBe(state);
  });

  test('waits while the queue is paused or the quota is used up', async () => {
    const { begin, accountStatus, uploads, service, run } = await begun();
    await uploads.pause();
    expect(await begin()).toBeNull();
    await uploads.resume();
    service.faults.push('quota');
    expect(await begin()).toBeNull();
    expect(await begin()).toBeNull();
    await accountStatus.endBackoff('account', ['quota']);
    await run();
    expect(await begin()).not.toBeNull();
  });

  test('can be removed while it is being sent', async () => {
    const { begin, uploads, id, stored } = await begun();
    await begin();
    expect(await uploads.remove(id)).toBe(true);
    expect(await stored()).toBeUndefined();
    await uploads.endFile(id, { fileCode: 'late' });
    expect(await stored()).toBeUndefined();
  });

  test.each([
    [1_000, 1_000, 'uncertain'],
    [1_000, null, 'uncertain'],
    [999, 1_000, 'queued'],
  ])(
    'that was removed after %i of %j bytes, and is restored, is %s',
    async (bytesDone, bytesTotal, state) => {
      const { begin, uploads, id, service, stored, runToEnd } = await begun();
      await begin();
      await uploads.reportFileProgress([{ id, bytesDone, bytesTotal }]);
      await uploads.remove(id, { removalId: 'one', wasJustSent: false });
      service.addFile('film');
      expect((await uploads.restore('one')).ids).toEqual([id]);
      expect(await stored()).toMatchObject({ state });
      await runToEnd();
      expect((await stored())?.state).toBe(state === 'queued' ? 'queued' : 'verifying');
    },
  );

  test('is not removed by "Clear all", which clears transfers', async () => {
    const { begin, uploads, id, service, stored, time } = await begun();
    await begin();
    await uploads.endFile(id, { fileCode: service.addFile('film') });
    const cleared = uploads.clearAll('account');
    await time.advance(10_000);
    await cleared;
    expect((await stored())?.state).not.toBe('archived');
  });
});
