/** What proves presence and absence at services whose lists have gaps, contain older files, or lack transfers. */
import { describe, expect, test } from 'vitest';
import { formatDate } from '../../fake-service.ts';
import { putUploads, sampleUncertainty, sampleUpload } from '../samples.ts';
import { drafts, setUp, to, url } from '../set-up.ts';

test('a file that was found counts, even if the transfers can’t be read', async () => {
  const { uploads, service, pending, eventKinds, runToEnd } = setUp({
    unreadable: 'transfers',
    transferMs: 10,
  });
  service.addTransfer('https://elsewhere.example/failing');
  service.faults = ['reset-after', 'reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  expect(await pending()).toEqual([]);
  expect((await eventKinds()).at(-1)).toBe('sent');
});

test.each([
  ['that ignores minutes in lists', { ignoresMinutes: true }, 187 * 60_000],
  ['without a clock', { tellsTime: false }, 30_000],
])('an older file is no evidence at a service %s', async (_, rules, ageMs) => {
  const { uploads, service, time, all, runToEnd } = setUp(rules);
  service.addFile('mine', { visibleAtMs: time.nowMs - ageMs });
  service.faults = ['reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  const [upload] = await all();
  expect(upload?.state === 'uncertain' || service.taken.size === 1).toBe(true);
});

test('a link whose transfer has no code yet is neither sent again nor left to the user, and is finally found', async () => {
  const { uploads, service, time, all, run, sends } = setUp({ transferMs: 7_200_000, unnamedMs: 3_600_000 });
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to);
  const startMs = time.nowMs;
  while (time.nowMs - startMs < 3_000_000) {
    const atMs = await run(2_000);
    const [upload] = await all();
    expect(upload).toMatchObject({ state: 'uncertain', uncertainty: { nextCheckAtMs: expect.any(Number) } });
    await time.advance(Math.max(0, (atMs ?? 0) - time.nowMs));
  }
  expect(service.countRequests('urlupload/list')).toBeLessThan(80);
  await time.advance(1_000_000);
  await run(2_000);
  expect(await all()).toMatchObject([{ state: 'accepted', fileCode: service.codesOf(url('mine'))[0] }]);
  expect(sends()).toBe(1);
});

test('an empty list proves absence if what it lacks is among the files, although that isn’t verified yet', async () => {
  const { uploads, service, run, runToEnd, poll, all, eventKinds } = setUp({ transferMs: 10_000 });
  service.addTransfer('https://elsewhere.example/listed');
  await poll();
  Object.assign(service.rules, { transferMs: 10 });
  await uploads.add([{ url: url('first') }], to);
  await run(1_000);
  service.faults = ['reset-before'];
  await uploads.add([{ url: url('second') }], to);
  await runToEnd();
  expect((await all()).filter(({ source }) => source === 'link')).toMatchObject([
    { state: 'accepted' },
    { state: 'accepted' },
  ]);
  expect(await eventKinds()).toEqual(['sent', 'sent']);
  // After two checks, the first of them once the request can have no effect any more.
  const [, sentAtMs = 0, againAtMs = 0] = service.requests.flatMap(({ endpoint, atMs }) =>
    endpoint === 'upload/url' ? atMs : [],
  );
  expect(againAtMs - sentAtMs).toBeGreaterThan(20_000);
});

test.each([
  ['before', false],
  ['after', true],
])(
  'an empty list proves nothing if the service never lists any, %s an earlier file is verified',
  async (_, isVerified) => {
    const { uploads, service, time, run, runToEnd, poll, sends } = setUp({
      reports: 'empty',
      transferMs: 600_000,
    });
    await uploads.add([{ url: url('first') }], to);
    await run(500);
    const [fileCode = ''] = service.codesOf(url('first'));
    service.addFile('first', { fileCode, visibleAtMs: time.nowMs + 60_000 });
    service.lastingFaults['upload/url'] = 'reset-after';
    await uploads.add([{ url: url('second') }], to);
    await run(1_000);
    delete service.lastingFaults['upload/url'];
    for (let at = 0; isVerified && at < 40; at += 1) await poll();
    await runToEnd();
    expect(sends()).toBe(2);
  },
);

test('a transfer without a code may belong to either of two equal links, so the second isn’t sent again', async () => {
  const { uploads, service, run, runToEnd } = setUp({ transferMs: 60_000, unnamedMs: 3_600_000 });
  await uploads.add([{ url: url('mine') }], to);
  await run(50_000);
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to, { shouldAddDuplicates: true });
  // The first transfer leaves the list before the second is looked for.
  await run(15_000);
  await runToEnd();
  expect(service.codesOf(url('mine'))).toHaveLength(2);
});

test.each([
  [2_000, { state: 'accepted' }, 1],
  [2_001, { state: 'uncertain', uncertainty: { nextCheckAtMs: null, isAsked: true } }, 0],
])(
  'among %s new files with other titles, a link is proven absent, but the user decides if there are more than 2,000',
  async (count, expected, taken) => {
    const { uploads, service, all, runToEnd } = setUp();
    for (let at = 0; at < count; at += 1) service.addFile(`other ${at}`);
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine'), title: 'Mine' }], to);
    await runToEnd();
    expect(await all()).toMatchObject([expected]);
    expect(service.codesOf(url('mine'))).toHaveLength(taken);
  },
);

test('a file created since the request is evidence, whatever the time zone of its date', async () => {
  const { uploads, service, time, all, runToEnd } = setUp({ transferMs: 10 });
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to);
  const running = runToEnd(1_000);
  await time.advance(1_000);
  for (const file of service.files.values()) file.uploaded = formatDate(time.nowMs - 5.5 * 3_600_000);
  await running;
  expect(await all()).toMatchObject([{ fileCode: service.codesOf(url('mine'))[0] }]);
});

test('a file that arrives before the newest files could be listed isn’t taken for an older one', async () => {
  const { uploads, service, all, runToEnd } = setUp({ transferMs: 10, asideMs: 500 });
  service.faults = ['reset-after'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  expect(await all()).toMatchObject([{ fileCode: service.codesOf(url('mine'))[0] }]);
});

describe('a file with the title that is older than the request', () => {
  test.each([5, 10, 45, 70])(
    'by the service’s own clock (%s minutes) doesn’t prevent the proof of absence: the link is sent again',
    async (minutes) => {
      const { uploads, service, time, all, runToEnd } = setUp();
      service.addFile('mine', { visibleAtMs: time.nowMs - minutes * 60_000 });
      service.faults = ['reset-before'];
      await uploads.add([{ url: url('mine') }, { url: url('untitled') }], to);
      await runToEnd();
      expect((await all()).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
      expect(service.codesOf(url('mine'))).toHaveLength(1);
    },
  );

  test('doesn’t hide the file that the service created for the link', async () => {
    const { uploads, service, time, all, runToEnd } = setUp({ transferMs: 10 });
    service.addFile('mine', { visibleAtMs: time.nowMs - 10 * 60_000 });
    service.faults = ['reset-after'];
    await uploads.add([{ url: url('mine') }], to);
    await runToEnd();
    expect(await all()).toMatchObject([{ fileCode: service.codesOf(url('mine'))[0] }]);
    expect(service.codesOf(url('mine'))).toHaveLength(1);
  });

  test.each([
    ['its clock may be an hour slow', {}, 60],
    ['its lists have all files', { ignoresMinutes: true }, 10],
    ['it told no time', { tellsTime: false }, 10],
  ])('may be the link’s own if %s: the user decides', async (_, rules, minutes) => {
    const { uploads, service, time, all, runToEnd } = setUp(rules);
    service.addFile('mine', { visibleAtMs: time.nowMs - minutes * 60_000 });
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine') }], to);
    await runToEnd();
    expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    expect(service.taken.size).toBe(0);
  });
});

test('a file isn’t older because the machine slept between two lists', async () => {
  const { service, store, time, all, runToEnd } = setUp();
  // Delays the requests after the first of the two lists.
  const spacing = { get: () => (service.countRequests('file/list') === 1 ? 5 * 60_000 : 0) };
  Object.defineProperty(service.rules, 'spacingMs', spacing);
  const fileCode = service.addFile('mine');
  const baseline = { serviceTime: formatDate(time.nowMs), fileCodes: [fileCode] };
  const sent = { sentAtMs: time.nowMs, attempts: 1, uncertainty: sampleUncertainty({ sinceMs: time.nowMs }) };
  await putUploads(store, sampleUpload({ url: url('mine'), state: 'uncertain', baseline, ...sent }));
  await time.advance(15_000);
  await runToEnd(10 * 60_000);
  expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
  expect(service.countRequests('upload/url')).toBe(0);
});

describe('if files are dated by another clock', () => {
  test.each([2, 4, 10, 30, 57])(
    'that is %s minutes slow, the file created for the link doesn’t count as older',
    async (minutes) => {
      const { uploads, service, all, runToEnd } = setUp({ transferMs: 10, filesLagMs: minutes * 60_000 });
      service.faults = ['reset-after'];
      await uploads.add([{ url: url('mine') }], to);
      await runToEnd();
      expect(service.codesOf(url('mine'))).toHaveLength(1);
      expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    },
  );

  test('nor if the list of files was slow during the request, and may have shown it', async () => {
    const { uploads, service, all, runToEnd } = setUp({ transferMs: 10, filesLagMs: 10 * 60_000 });
    service.lastingFaults['file/list'] = 'slow';
    service.faults = ['hang-after'];
    await uploads.add([{ url: url('mine') }], to);
    await runToEnd(60_000);
    expect(service.codesOf(url('mine'))).toHaveLength(1);
    expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
  });

  test('nor because of what was listed during a later request, which shows it', async () => {
    const { uploads, service, time, all, run, runToEnd } = setUp({ transferMs: 10, filesLagMs: 10 * 60_000 });
    service.addTransfer('https://elsewhere.example/failing');
    await uploads.add([{ url: url('before') }], to);
    await run(55_000);
    service.faults = ['hang-after'];
    await uploads.add([{ url: url('mine') }], to);
    const running = uploads.run();
    await time.advance(10_000);
    await uploads.add([{ url: url('after') }], to);
    const later = uploads.run();
    await time.advance(60_000);
    await Promise.all([running, later]);
    await runToEnd(60_000);
    expect(service.codesOf(url('mine'))).toHaveLength(1);
    expect((await all()).map(({ state }) => state)).toContain('uncertain');
  });

  test.each([
    ['down', Math.floor],
    ['up', Math.ceil],
  ])('in whole minutes, rounded %s, files aren’t confused', async (_, round) => {
    for (const fault of ['reset-before', 'reset-after'] as const) {
      const { uploads, service, time, all, runToEnd } = setUp({ transferMs: 10 });
      await time.advance(60_000 - (time.nowMs % 60_000) + 40_000);
      const older = service.addFile('mine', { visibleAtMs: time.nowMs - 20_000 });
      service.faults = [fault];
      await uploads.add([{ url: url('mine') }], to);
      const running = runToEnd(1_000);
      await time.advance(1_000);
      for (const file of service.files.values())
        file.uploaded = formatDate(round(file.visibleAtMs / 60_000) * 60_000);
      await running;
      expect(service.codesOf(url('mine')).length).toBeLessThanOrEqual(1);
      const [upload] = await all();
      expect(upload?.fileCode).not.toBe(older);
    }
  });
});

describe('if the service reports no transfers', () => {
  test('a link that was accepted without a response is found by its file, however late, and meanwhile the user can decide', async () => {
    const { uploads, service, time, all, run, eventKinds } = setUp({
      reports: 'none',
      transferMs: 2 * 3_600_000,
    });
    service.faults = ['reset-after'];
    await uploads.add([{ url: url('mine') }, { url: url('other') }], to);
    for (let minutes = 0; minutes < 10; minutes += 1) await run(60_000);
    expect(await all()).toMatchObject([
      { state: 'uncertain', uncertainty: { nextCheckAtMs: expect.any(Number) } },
      { state: 'accepted' },
    ]);
    expect(await eventKinds()).toEqual(['sent', 'uncertain']);
    const endMs = time.nowMs + 3 * 3_600_000;
    while (time.nowMs < endMs) await time.advance(Math.max(1, ((await run(1_000)) ?? endMs) - time.nowMs));
    expect(service.codesOf(url('mine'))).toHaveLength(1);
    expect((await all()).map(({ state, fileCode }) => [state, fileCode])).toEqual([
      ['accepted', service.codesOf(url('mine'))[0]],
      ['accepted', service.codesOf(url('other'))[0]],
    ]);
    expect(await eventKinds()).toEqual(['sent', 'uncertain', 'sent']);
  });

  test('the user is asked once, even if the list responds later and proves nothing, or a check is requested', async () => {
    const { uploads, service, all, run, runToEnd, eventKinds } = setUp({ reports: 'none' });
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine') }], to);
    for (let minutes = 0; minutes < 10; minutes += 1) await run(60_000);
    expect(await eventKinds()).toEqual(['uncertain']);
    service.addFile('of another name');
    Object.assign(service.rules, { reports: 'list' });
    await runToEnd();
    expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    const [asked] = await all();
    await uploads.checkAgain(asked?.id ?? '');
    await runToEnd();
    expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    expect(await eventKinds()).toEqual(['uncertain']);
  });

  test('the user isn’t asked while the list failed only twice and will soon be read again', async () => {
    const { uploads, service, time, all, run, runToEnd, eventKinds } = setUp();
    service.faults = ['reset-after'];
    service.lastingFaults['urlupload/list'] = 'html-before';
    await uploads.add([{ url: url('mine') }], to);
    await run(1_000);
    await time.advance(10_000);
    await run(1_000);
    expect(service.countRequests('urlupload/list')).toBe(2);
    delete service.lastingFaults['urlupload/list'];
    await runToEnd();
    expect(await all()).toMatchObject([{ state: 'accepted', fileCode: service.codesOf(url('mine'))[0] }]);
    expect(await eventKinds()).toEqual(['sent']);
  });

  test('polls and the search for evidence share what they know of the list', async () => {
    const { uploads, service, time, run } = setUp({ transferMs: 3_600_000 });
    const countLists = () => service.countRequests('urlupload/list');
    service.lastingFaults['urlupload/list'] = 'html-before';
    await uploads.add([{ url: url('first') }], to);
    await run(10_000);
    for (const _ of [1, 2]) {
      const polled = uploads.pollDue({ isWatched: true });
      await run(10_000);
      await polled;
    }
    expect(countLists()).toBe(2);
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine') }], to);
    await run(12_000);
    expect(countLists()).toBe(2);
    await time.advance(60_000);
    await run(10_000);
    expect(countLists()).toBe(3);
  });

  test('a link that never arrived is left to the user, and searched for half a day', async () => {
    const { uploads, service, time, all, run, eventKinds } = setUp({ reports: 'none' });
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine') }], to);
    const endMs = time.nowMs + 24 * 3_600_000;
    let lastMs = time.nowMs;
    while (time.nowMs < endMs) {
      const atMs = await run(1_000);
      if (atMs !== null) lastMs = atMs;
      await time.advance(Math.max(1, (atMs ?? endMs) - time.nowMs));
    }
    expect(lastMs - endMs + 24 * 3_600_000).toBeLessThan(13 * 3_600_000);
    expect(await all()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    expect(await eventKinds()).toEqual(['uncertain']);
    expect(service.countRequests('file/list')).toBeLessThan(300);
  });

  test.each(['repeat-full', 'repeat-limited'] as const)(
    'a link that was turned away but accepted (%s) is found by its file',
    async (fault) => {
      const { uploads, service, all, runToEnd } = setUp({ reports: 'none', transferMs: 10 * 60_000 });
      service.faults = [fault];
      await uploads.add([{ url: url('mine') }], to);
      await runToEnd();
      expect(service.codesOf(url('mine'))).toHaveLength(1);
      expect(await all()).toMatchObject([{ state: 'accepted' }]);
    },
  );

  test.each(['repeat-full', 'repeat-limited'] as const)(
    'a link that was turned away (%s) isn’t sent again because a list fails a few times after a long sleep',
    async (fault) => {
      const { uploads, service, time, all, run, runToEnd } = setUp({ transferMs: 3 * 3_600_000 });
      service.faults = [fault];
      service.lastingFaults['urlupload/list'] = 'html-before';
      await uploads.add([{ url: url('mine') }], to);
      await run(1_000);
      await time.advance(3_600_000);
      await run(60_000);
      delete service.lastingFaults['urlupload/list'];
      await runToEnd();
      expect(service.codesOf(url('mine'))).toHaveLength(1);
      expect(await all()).toMatchObject([{ state: 'accepted' }]);
    },
  );

  test('an empty list doesn’t prove a link absent while it lacks accepted ones', async () => {
    const { uploads, service, run, time, all } = setUp({ reports: 'empty', transferMs: 3_600_000 });
    const follow = async (durationMs: number) => {
      const endMs = time.nowMs + durationMs;
      while (time.nowMs < endMs) {
        const polled = uploads.pollDue({ isWatched: true });
        await run(5_000);
        await polled;
      }
    };
    service.faults = ['none', 'reset-after'];
    await uploads.add([{ url: url('accepted') }, { url: url('lost') }], to);
    await follow(20 * 60_000);
    service.lastingFaults['upload/url'] = 'reset-after';
    await uploads.add([{ url: url('later') }], to);
    await follow(20 * 60_000);
    for (const name of ['lost', 'later']) expect(service.codesOf(url(name))).toHaveLength(1);
    expect((await all()).map(({ state }) => state).toSorted()).toEqual(['uncertain', 'uncertain']);
    await follow(3_600_000);
    expect((await all()).filter(({ fileCode }) => fileCode === null)).toEqual([]);
  });

  test('calls that never respond block no other link: an undecided upload only delays them now and then', async () => {
    const { uploads, service, time, run } = setUp();
    for (const call of ['list', 'status', 'slots']) service.lastingFaults[`urlupload/${call}`] = 'hang';
    service.faults = ['reset-before'];
    await uploads.add(drafts(10), to);
    const startedMs = time.nowMs;
    for (let minutes = 0; minutes < 10; minutes += 1) await run(60_000);
    expect(service.taken.size).toBe(9);
    const lastMs = service.requests.findLast(({ endpoint }) => endpoint === 'upload/url')?.atMs ?? 0;
    expect(lastMs - startedMs).toBeLessThan(2 * 60_000);
    expect(service.countRequests('urlupload/list')).toBeLessThan(7);
    await uploads.add([{ url: url('later') }], to);
    const adding = uploads.run();
    await time.advance(30_000);
    expect(service.taken.size).toBe(10);
    await time.advance(60_000);
    await adding;
  });

  test('a queue that is longer than the slots is sent, without asking the user', async () => {
    const { uploads, service, time, run, eventKinds, pending } = setUp({
      reports: 'none',
      slots: 2,
      transferMs: 5 * 60_000,
    });
    await uploads.add(drafts(8), to);
    const endMs = time.nowMs + 6 * 3_600_000;
    while (time.nowMs < endMs && (await pending()).length > 0)
      await time.advance(Math.max(1, ((await run(1_000)) ?? endMs) - time.nowMs));
    expect(service.taken.size).toBe(8);
    expect([...service.taken.values()].flat(2)).toHaveLength(8);
    expect(new Set(await eventKinds())).toEqual(new Set(['sent']));
    const lastMs = service.requests.findLast(({ endpoint }) => endpoint === 'upload/url')?.atMs ?? endMs;
    expect(endMs - lastMs).toBeGreaterThan(4.5 * 3_600_000);
  });
});

test('a link that was turned away long ago is proven absent by a list, without asking for the time', async () => {
  const { uploads, service, store, time, run } = setUp();
  const client = service.client();
  let asked = 0;
  service.client = () => ({
    ...client,
    account: {
      ...client.account,
      info(options) {
        asked += 1;
        return client.account.info(options);
      },
    },
  });
  const uncertainty = sampleUncertainty({
    cause: 'turned-away',
    sinceMs: time.nowMs - 20 * 60_000,
    unconfirmedAtMs: time.nowMs - 60_000,
    nextCheckAtMs: time.nowMs,
  });
  const failure = { code: 'rate-limited', msg: null } as const;
  const sentAtMs = time.nowMs - 21 * 60_000;
  await putUploads(store, sampleUpload({ state: 'deferred', attempts: 1, sentAtMs, failure, uncertainty }));
  await run(60_000, uploads);
  expect(service.countRequests('upload/url')).toBe(1);
  expect(asked, 'for the request only').toBe(1);
});
