/**
 * A link whose account is full, or whose service doesn't accept it, goes to another account, automatically by its fallbacks or by the user.
 */
import { describe, expect, test } from 'vitest';
import { fullAfterMs } from '../../../../lib/timing/policies.ts';
import { drafts, setUp as setUpService, to, url } from '../set-up.ts';

const backup = { accountId: 'backup', folder: { id: '0', name: '' } };
const withFallback = { ...to, fallbacks: [backup] };

function setUp(rules: Parameters<typeof setUpService>[0] = {}) {
  const all = setUpService(rules);
  return {
    ...all,
    taken: () => ({ own: [...all.service.taken.keys()], backup: [...all.backup.taken.keys()] }),
    async live(ms: number) {
      const endMs = all.time.nowMs + ms;
      while (all.time.nowMs < endMs) {
        await all.run(1_000);
        const polled = all.uploads.poll();
        await all.time.advance(1_000);
        await polled;
      }
    },
  };
}

describe('the fallback of an account gets', () => {
  test('a refused link in one transaction, so that the refusal is never visible', async () => {
    const { uploads, run, taken, eventKinds, pending, all } = setUp();
    const { added } = await uploads.add([{ url: url('forbidden') }, ...drafts(1)], withFallback);
    const [forbidden] = added;
    await run(1_000);
    // The event runs the other account's queue.
    expect(await pending()).toMatchObject([
      {
        id: forbidden?.id,
        accountId: 'backup',
        state: 'queued',
        formerAccountIds: ['account'],
        reroute: { reason: 'refused', msg: 'This host is not allowed' },
      },
    ]);
    expect(await eventKinds()).toEqual(['rerouted', 'sent']);
    await run(1_000);
    expect(taken()).toEqual({ own: [url(0)], backup: [] });
    // The fallback refuses it too, and there is no third account.
    expect((await all()).filter(({ accountId }) => accountId === 'backup')).toMatchObject([
      { state: 'refused', formerAccountIds: ['account'], fallbacks: [] },
    ]);
  });

  test('links that wait for a daily quota at once, and the link that hit it once it is proven absent', async () => {
    const { uploads, service, run, taken, live, pending } = setUp();
    service.lastingFaults['upload/url'] = 'quota';
    await uploads.add(drafts(3), withFallback);
    await run(1_000);
    expect(await pending()).toMatchObject([
      { state: 'deferred', accountId: 'account' },
      { accountId: 'backup', order: 1, url: url(1), reroute: { reason: 'full', msg: /per day/ } },
      { accountId: 'backup', order: 2, url: url(2) },
    ]);
    await live(180_000);
    expect(taken()).toEqual({ own: [], backup: [url(1), url(2), url(0)] });
  });

  test('no link that was accepted in spite of the quota', async () => {
    const { uploads, service, taken, live } = setUp();
    service.faults = ['repeat-quota'];
    await uploads.add(drafts(1), withFallback);
    await live(180_000);
    expect(taken()).toEqual({ own: [url(0)], backup: [] });
  });

  test('links that wait for a slot after ten minutes, and not sooner', async () => {
    const { uploads, taken, live, time } = setUp({ slots: 1, transferMs: 24 * 3_600_000 });
    const startMs = time.nowMs;
    await uploads.add(drafts(2), withFallback);
    await live(fullAfterMs - 60_000);
    expect(taken()).toEqual({ own: [url(0)], backup: [] });
    await live(180_000);
    expect(taken()).toEqual({ own: [url(0)], backup: [url(1)] });
    expect(time.nowMs - startMs).toBeLessThan(fullAfterMs + 180_000);
  });

  test('no link during an outage, at a request limit or with a rejected key', async () => {
    const { uploads, service, live, taken } = setUp();
    service.lastingFaults['upload/url'] = 'rate-limited';
    await uploads.add(drafts(2), withFallback);
    await live(20 * 60_000);
    for (const each of ['upload/url', 'account/info']) service.lastingFaults[each] = 'reset-before';
    await live(20 * 60_000);
    Object.assign(service, { isKeyGood: false, lastingFaults: {} });
    await live(20 * 60_000);
    expect(taken()).toEqual({ own: [], backup: [] });
  });

  test('no link while the queue is paused', async () => {
    const { uploads, service, live, taken, pending } = setUp();
    service.lastingFaults['upload/url'] = 'quota';
    await uploads.add(drafts(1), withFallback);
    await live(2_000);
    await uploads.pause();
    await uploads.add([{ url: url('later') }], withFallback);
    await live(180_000);
    expect(taken()).toEqual({ own: [], backup: [] });
    expect((await pending()).map(({ accountId }) => accountId)).toEqual(['account', 'account']);
  });

  test('a failed transfer once it is deleted, so that the service can’t restart it', async () => {
    const { uploads, service, backup: other, live, taken, eventKinds } = setUp({ transferMs: 2_000 });
    await uploads.add([{ url: url('failing') }], withFallback);
    await live(30_000);
    expect(service.transferFolders()).toEqual([]);
    expect(taken()).toEqual({ own: [url('failing')], backup: [url('failing')] });
    expect(other.transferFolders()).toHaveLength(1);
    // A failure with a fallback left isn't reported.
    expect((await eventKinds()).slice(0, 3)).toEqual(['sent', 'rerouted', 'sent']);
  });

  test('no failed transfer that can’t be deleted; its failure is then reported', async () => {
    const { uploads, service, live, run, time, taken, eventKinds, all } = setUp({ transferMs: 2_000 });
    service.lastingFaults['urlupload/actions'] = 'odd-words';
    await uploads.add([{ url: url('failing') }], withFallback);
    await live(30_000);
    expect(await eventKinds()).toEqual(['sent']);
    for (let hours = 0; hours < 2; hours += 1) {
      await time.advance(3_600_000);
      await live(2_000);
    }
    await run(1_000);
    expect(await eventKinds()).toEqual(['sent', 'failed']);
    expect(await all()).toMatchObject([{ state: 'failed', intent: null, accountId: 'account' }]);
    expect(taken().backup).toEqual([]);
  });

  test('no failed transfer whose link the other account got meanwhile; its failure is reported', async () => {
    const { uploads, service, live, taken, events } = setUp({ transferMs: 2_000 });
    service.lastingFaults['urlupload/actions'] = 'odd-words';
    await uploads.add([{ url: url('failing') }], withFallback);
    await live(10_000);
    await uploads.add([{ url: url('failing') }], { ...to, accountId: 'backup' });
    await live(1_000);
    delete service.lastingFaults['urlupload/actions'];
    await live(30_000);
    expect(taken()).toEqual({ own: [url('failing')], backup: [url('failing')] });
    expect((await events()).filter(({ kind }) => kind === 'failed')).toMatchObject([
      { accountId: 'account' },
    ]);
  });

  test('no link that it already has; that link is unchanged', async () => {
    const { uploads, taken, live, pending } = setUp();
    await uploads.add([{ url: url('forbidden') }], { ...to, accountId: 'backup' });
    await uploads.add([{ url: url('forbidden') }], withFallback);
    await live(5_000);
    expect(taken()).toEqual({ own: [], backup: [] });
    // The account refused the first link, so the second may try it. Then no account is left.
    const accounts = (await pending()).map(({ accountId, state }) => `${accountId} ${state}`);
    expect(accounts.sort()).toEqual(['backup refused', 'backup refused']);
    const known = setUp({ transferMs: 2_000 });
    await known.uploads.add([{ url: url('failing') }], { ...to, accountId: 'backup' });
    await known.live(4_000);
    await known.uploads.add([{ url: url('failing') }], withFallback);
    await known.live(20_000);
    expect(known.taken()).toEqual({ own: [url('failing')], backup: [url('failing')] });
    expect((await known.all()).filter(({ accountId }) => accountId === 'account')).toMatchObject([
      { state: 'failed', intent: null },
    ]);
  });
});

describe('on the user’s choice, another account gets', () => {
  test('a waiting, refused or failed link, with its chosen folder and title', async () => {
    const { uploads, service, run, live, all, taken } = setUp({ transferMs: 2_000 });
    const { added } = await uploads.add([{ url: url('failing'), title: 'Mine' }, { url: url('forbidden') }], {
      ...to,
      fallbacks: [],
    });
    await live(10_000);
    await uploads.pause();
    const { added: later } = await uploads.add([{ url: url('later') }], to);
    for (const { id } of [...added, ...later]) {
      const moved = uploads.reroute(id, backup);
      await live(4_000);
      expect(await moved).toBe('done');
    }
    expect(service.transferFolders()).toEqual([]);
    expect(await all()).toMatchObject([
      { url: url('failing'), title: 'Mine', accountId: 'backup', batch: { size: 2 } },
      { url: url('forbidden'), accountId: 'backup', reroute: { reason: 'user' } },
      { url: url('later'), accountId: 'backup', order: 3 },
    ]);
    await uploads.resume();
    await run(2_000);
    expect(taken().backup).toEqual([url('failing'), url('later')]);
  });

  test('no link that may be in the first account, and none that it already has', async () => {
    const { uploads, service, time, pending } = setUp();
    service.faults = ['hang'];
    const [upload] = (await uploads.add(drafts(1), to)).added;
    const id = upload?.id ?? '';
    const running = uploads.run();
    await time.advance(1_000);
    expect(await pending()).toMatchObject([{ state: 'sending' }]);
    expect(await uploads.reroute(id, backup)).toBe('gone');
    await time.advance(25_000);
    await running;
    expect(await pending()).toMatchObject([{ state: 'uncertain' }]);
    expect(await uploads.reroute(id, backup)).toBe('gone');
    expect(await uploads.reroute('nobody', backup)).toBe('gone');
    await uploads.pause();
    const [next] = (await uploads.add([{ url: url('next') }], to)).added;
    await uploads.add([{ url: url('next') }], { ...to, accountId: 'backup' });
    expect(await uploads.reroute(next?.id ?? '', backup)).toBe('duplicate');
  });

  test('a vanished link, unless its file has appeared since', async () => {
    const { uploads, service, live, time, all, taken } = setUp();
    const { added } = await uploads.add(drafts(2), to);
    await live(2_000);
    const clearing = service.client().remoteUploads.clearAll({ lane: 'queue' });
    await time.advance(1_000);
    await clearing;
    await live(240_000);
    const [late, lost] = added;
    const [fileCode = ''] = service.codesOf(url(0));
    service.addFile('0.mp4', { fileCode });
    for (const each of [late, lost]) {
      const moved = uploads.reroute(each?.id ?? '', backup);
      await live(4_000);
      expect(await moved).toBe('done');
    }
    await live(4_000);
    expect(taken()).toEqual({ own: [url(0), url(1)], backup: [url(1)] });
    expect(await all()).toMatchObject([{ id: lost?.id, accountId: 'backup', formerAccountIds: ['account'] }]);
  });

  test('no link whose request to the first account is about to be sent', async () => {
    const { uploads, run, time, taken } = setUp({ limiterMs: 5_000 });
    const [upload] = (await uploads.add(drafts(1), to)).added;
    const running = run(10_000);
    await time.advance(0);
    expect(await uploads.reroute(upload?.id ?? '', backup)).toBe('done');
    await running;
    expect(taken().own).toEqual([]);
    await run(10_000);
    expect(taken()).toEqual({ own: [], backup: [url(0)] });
  });
});

test('a removed account is no longer a fallback', async () => {
  const { uploads, live, pending, taken } = setUp();
  await uploads.add([{ url: url('forbidden') }], withFallback);
  await uploads.removeAccount('backup');
  await live(2_000);
  expect(await pending()).toMatchObject([{ state: 'refused', accountId: 'account', fallbacks: [] }]);
  expect(taken().backup).toEqual([]);
});
