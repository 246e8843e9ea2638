/**
 * Random scenarios: moves, renames, clones and deletions, stops, undos and retries, faults before and after the effect, a service that
 * confirms without changing anything, restarts, and processes killed at any await. In each one, every file ends as requested or with a
 * reason, no clone is made twice, and undo restores exactly.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isActive, type StepState } from '../../../lib/bulk/job.ts';
import { countRuns } from '../../properties.ts';
import { type Fault, networkFaults } from '../fake-network.ts';
import type { FakeService, ServiceRules } from '../fake-service.ts';
import { type Action, Scenario, type Script, start } from './scenario.ts';

const limit = { timeout: 240_000 };

const rules: fc.Arbitrary<Partial<ServiceRules>> = fc.record({ rewritesTitles: fc.boolean() });

const drawFaults = (...faults: readonly Fault[]) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<Fault>('none') },
      { weight: 5, arbitrary: fc.constantFrom(...faults) },
    ),
    { maxLength: 40 },
  );

const titles = ['holiday', 'lecture 07', 'a_b.c', 'Étude', 'holiday (1)', 'x'];

/** Three folders (A, B, and C in B), with ten files of the account and two of another account. */
function fill(service: FakeService): void {
  const a = service.addFolder('A');
  const b = service.addFolder('B');
  const c = service.addFolder('C', b);
  for (let n = 0; n < 10; n += 1) {
    const folderId = ['0', a, b, c][n % 4] ?? '0';
    service.addFile(`${titles[n % titles.length]}${n < 6 ? '' : ` ${n}`}`, { folderId });
  }
  service.addFile('theirs', { isOwn: false });
  service.addFile('holiday', { isOwn: false });
}
const own = (service: FakeService) =>
  [...service.files].flatMap(([fileCode, { title, folderId, isOwn }]) =>
    isOwn ? [{ fileCode, title, folderId }] : [],
  );
const pickFolder = (service: FakeService, which: number) => {
  const ids = ['0', ...service.folders.keys()].slice(0, 4);
  return { id: ids[which % ids.length] ?? '0', name: '' };
};
const chosen = <T>(list: readonly T[], picks: readonly number[]) =>
  [...new Set(picks.map((pick) => list[pick % list.length]))].filter((each) => each !== undefined);

const picks = fc.array(fc.nat(11), { minLength: 1, maxLength: 10 });
const move = fc.record({ picks, folder: fc.nat(3) }).map(({ picks, folder }) =>
  start((service) => ({
    kind: 'move',
    files: chosen(own(service).slice(0, 10), picks),
    folder: pickFolder(service, folder),
  })),
);
const rename = fc.record({ picks, n: fc.nat(99) }).map(({ picks, n }) =>
  start((service) => {
    const files = chosen(own(service).slice(0, 10), picks);
    return { kind: 'rename', files, titles: files.map((_, at) => `part_${at}.v${n} of ${n}.mkv`) };
  }),
);
/** @param originals codes to choose from */
const createClone = (originals: (service: FakeService) => readonly string[]) =>
  fc.record({ picks, folder: fc.nat(3) }).map(({ picks, folder }) =>
    start((service) => ({
      kind: 'clone',
      fileCodes: chosen(originals(service), picks),
      folder: pickFolder(service, folder),
    })),
  );
const clone = createClone(({ files }) => [...files.keys()].slice(0, 12));

const which = fc.nat(5);
const disturbances: readonly fc.Arbitrary<Action>[] = [
  fc.constant<Action>({ type: 'kill' }),
  fc.record({ type: fc.constant('offline' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ type: fc.constant('badKey' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ type: fc.constantFrom('stop' as const, 'resume' as const, 'retry' as const), which }),
];

function scripts(
  works: readonly fc.Arbitrary<Action>[],
  faults: readonly Fault[],
  extra: readonly fc.Arbitrary<Action>[],
) {
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...works) },
    { weight: 4, arbitrary: fc.oneof(...disturbances, ...extra) },
  );
  const after = fc.oneof(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 90_000 }));
  return fc.record<Script>({
    rules,
    actions: fc
      .tuple(fc.oneof(...works), fc.array(fc.record({ after, action }), { maxLength: 8 }))
      .map(([first, rest]) => [{ after: 0, action: first }, ...rest]),
    faults: drawFaults(...faults),
    killPoints: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 5 }),
  });
}

async function runScenario(script: Script): Promise<Scenario> {
  const scenario = new Scenario(script, fill);
  await scenario.run();
  expect(scenario.violations).toEqual([]);
  return scenario;
}

async function check(scenario: Scenario): Promise<void> {
  const { service } = scenario;
  const jobs = await scenario.jobs();
  expect(jobs.filter(isActive)).toEqual([]);
  const byFile = new Map<
    string,
    { readonly property: 'title' | 'folderId'; readonly states: readonly StepState[] }
  >();
  for (const job of jobs) {
    const outcomes = await scenario.outcomes(job.key);
    expect(outcomes).toHaveLength(job.total);
    if (job.state === 'done') {
      const { done, failed, uncertain } = job;
      expect(scenario.ended.get(job.key)).toMatchObject({ done, failed, uncertain });
      expect(job.verified + job.failed + job.uncertain, 'every file has come to an end').toBe(job.total);
    }
    for (const { fileCode, state, note } of outcomes) {
      if (['failed', 'uncertain', 'mismatch'].includes(state))
        expect(note?.code, 'a reason is given').toMatch(/\w/);
      if (job.kind === 'clone') continue;
      const property = job.kind === 'rename' ? 'title' : 'folderId';
      const { states = [] } = byFile.get(`${fileCode} ${property}`) ?? {};
      byFile.set(`${fileCode} ${property}`, { property, states: [...states, state] });
    }
  }
  // The catalog agrees with the service, unless a late request took effect afterwards.
  for (const [key, { property, states }] of byFile) {
    const [fileCode = ''] = key.split(' ');
    const known = scenario.catalog.get(fileCode)?.[property];
    const isVerified = states.every((state) => state === 'verified' || state === 'already-done');
    if (!isVerified || known === undefined || scenario.script.faults.includes('late')) continue;
    expect(known, fileCode).toBe(service.files.get(fileCode)?.[property]);
  }
}

test('every file is changed as requested, or has a reason', limit, async () => {
  const undo = fc.record({ type: fc.constant('undo' as const), which });
  const property = fc.asyncProperty(
    scripts([move, rename, clone], [...networkFaults, 'no-effect', 'odd-words'], [undo]),
    async (script) => check(await runScenario(script)),
  );
  await fc.assert(property, { numRuns: countRuns(60) });
});

const renameTwo = start((service) => {
  const files = own(service).slice(0, 2);
  return { kind: 'rename', files, titles: ['one', 'two'] };
});
const killPoints = Array.from({ length: 130 }, (_, at) => at + 1);

test('a retry is stored completely or not at all, wherever the worker ends', limit, async () => {
  let retried = 0;
  for (const killPoint of killPoints) {
    const scenario = await runScenario({
      rules: {},
      actions: [
        { after: 0, action: renameTwo },
        { after: 60_000, action: { type: 'retry', which: 0 } },
      ],
      faults: Array.from({ length: 8 }, () => 'no-effect'),
      killPoints: [killPoint],
    });
    await check(scenario);
    const [job] = await scenario.jobs();
    if (job?.verified === 2) retried += 1;
  }
  expect(retried).toBeGreaterThan(0);
});

test(
  'Undo finds a file that an ended worker had moved before its repeated request was refused',
  limit,
  async () => {
    for (const killPoint of killPoints) {
      const moveTwo = start((service) => ({
        kind: 'move',
        files: own(service).slice(1, 3),
        folder: pickFolder(service, 0),
      }));
      const scenario = new Scenario(
        {
          rules: {},
          actions: [
            { after: 0, action: moveTwo },
            { after: 1_800, action: { type: 'stop', which: 0 } },
          ],
          faults: Array.from({ length: 20 }, (_, at) => (at > 5 && at % 2 === 0 ? 'rate-limited' : 'none')),
          killPoints: [killPoint],
        },
        fill,
      );
      await expectUndone(scenario);
    }
  },
);

test(
  'without silent failures, everything is changed as requested unless the service refuses it',
  limit,
  async () => {
    const property = fc.asyncProperty(scripts([move, rename], networkFaults, []), async (script) => {
      const scenario = await runScenario(script);
      await check(scenario);
      for (const { failed, state } of await scenario.jobs()) {
        expect(state).toBe('done');
        // A request that takes effect long after it was given up may undo later changes. So may another job during one that was stopped.
        const isDisturbed =
          script.faults.includes('late') || script.actions.some(({ action }) => action.type === 'stop');
        if (!isDisturbed) expect(failed).toBe(0);
      }
    });
    await fc.assert(property, { numRuns: countRuns(40) });
  },
);

test('only the named files are deleted, and a file that is reported as deleted is gone', limit, async () => {
  const remove = fc
    .record({ picks, count: fc.nat(9) })
    .map(({ picks, count }) =>
      start((service) => ({ kind: 'delete', files: chosen(own(service).slice(0, count + 1), picks) })),
    );
  const property = fc.asyncProperty(
    scripts([remove, move], [...networkFaults, 'no-effect', 'odd-words'], []),
    async (script) => {
      const scenario = await runScenario(script);
      const { service } = scenario;
      const named = new Set<string>();
      for (const { key, kind } of await scenario.jobs()) {
        if (kind !== 'delete') continue;
        for (const { fileCode, state, note } of await scenario.outcomes(key)) {
          named.add(fileCode);
          if (state === 'verified') expect(service.files.has(fileCode), fileCode).toBe(false);
          else expect(note?.code, 'a reason is given').toMatch(/\w/);
        }
      }
      expect(service.deleted.filter((code) => !named.has(code))).toEqual([]);
      for (const code of scenario.gone) expect(service.files.has(code), code).toBe(false);
    },
  );
  await fc.assert(property, { numRuns: countRuns(60) });
});

test('without faults, no request is repeated', limit, async () => {
  const script = fc.record<Script>({
    rules,
    actions: fc.oneof(move, rename).map((action) => [{ after: 0, action }]),
    faults: drawFaults('slow'),
    killPoints: fc.constant([]),
    catalogDelayMs: fc.integer({ min: 1, max: 1_000 }),
  });
  const property = fc.asyncProperty(script, async (each) => {
    const scenario = await runScenario(each);
    const [job] = await scenario.jobs();
    const { service } = scenario;
    const changes = service.countRequests('file/move') + service.countRequests('file/rename');
    expect(changes).toBe(job?.total ?? 0);
  });
  await fc.assert(property, { numRuns: countRuns(40) });
});

test('no clone is made twice, and every reported clone exists', limit, async () => {
  const external = fc.nat(3).map<Action>((folder) => ({
    type: 'external',
    act: (service) => void service.addFile('something else', { folderId: pickFolder(service, folder).id }),
  }));
  const property = fc.asyncProperty(
    scripts([clone], [...networkFaults, 'odd-words'], [external]),
    async (script) => {
      const scenario = await runScenario(script);
      await check(scenario);
      const { service } = scenario;
      const asked = new Map<string, { most: number; least: number }>();
      const made: string[] = [];
      for (const job of await scenario.jobs()) {
        for (const { fileCode, state, note } of await scenario.outcomes(job.key)) {
          const before = asked.get(fileCode) ?? { most: 0, least: 0 };
          const isMade = state === 'verified';
          const mayBe = isMade || state === 'uncertain';
          asked.set(fileCode, {
            most: before.most + (mayBe ? 1 : 0),
            least: before.least + (isMade ? 1 : 0),
          });
          if (isMade && note?.left) made.push(note.left);
        }
      }
      for (const [fileCode, { most, least }] of asked) {
        const count = service.clones.get(fileCode)?.length ?? 0;
        expect(count, `copies of ${fileCode}`).toBeLessThanOrEqual(most);
        expect(count, `copies of ${fileCode}`).toBeGreaterThanOrEqual(least);
      }
      expect(new Set(made).size).toBe(made.length);
      for (const copy of made) expect(service.files.has(copy)).toBe(true);
    },
  );
  const cloneOf = (...at: readonly number[]) =>
    start((service) => ({
      kind: 'clone',
      fileCodes: chosen([...service.files.keys()], at),
      folder: pickFolder(service, 1),
    }));
  /** The second job’s key is rejected while the first one waits to be read back. */
  const twoWait: Script = {
    rules: {},
    actions: [
      { after: 0, action: cloneOf(0, 1) },
      { after: 31_515, action: cloneOf(2, 3) },
      { after: 16, action: { type: 'badKey', milliseconds: 60_000 } },
    ],
    faults: ['none', 'none', 'hang-after'],
    killPoints: [],
  };
  await fc.assert(property, { numRuns: countRuns(60), examples: [[twoWait]] });
});

test('without other users of the account, no clone of an own file stays uncertain', limit, async () => {
  const ours = createClone((service) =>
    own(service)
      .slice(0, 10)
      .map(({ fileCode }) => fileCode),
  );
  const property = fc.asyncProperty(scripts([ours], [...networkFaults, 'odd-words'], []), async (script) => {
    for (const { uncertain } of await (await runScenario(script)).jobs()) expect(uncertain).toBe(0);
  });
  await fc.assert(property, { numRuns: countRuns(40) });
});

test(
  'the contents of a folder are moved into folders of the same names, and none of them is created twice',
  limit,
  async () => {
    // The target already has a folder A, and the source has two folders B.
    const contents = (service: FakeService): void => {
      fill(service);
      const s = service.addFolder('S');
      const [, b] = [service.addFolder('A', s), service.addFolder('B', s), service.addFolder('B', s)];
      const deep = service.addFolder('deep_one', b);
      service.addFolder('empty', deep);
      for (const folderId of [s, b, b, deep, deep])
        service.addFile(`film ${service.files.size}`, { folderId });
      const target = service.addFolder('T');
      service.addFolder('A', target);
    };
    const named = (service: FakeService, name: string) =>
      [...service.folders].flatMap(([id, folder]) => (folder.name === name ? { id, ...folder } : []));
    const below = (
      service: FakeService,
      parentId: string,
    ): { id: string; name: string; parentId: string }[] =>
      [...service.folders].flatMap(([id, folder]) =>
        folder.parentId === parentId ? [{ id, ...folder }, ...below(service, id)] : [],
      );
    const getPath = (service: FakeService, folderId: string): string => {
      const folder = service.folders.get(folderId);
      return folder === undefined ? '' : `${getPath(service, folder.parentId)}/${folder.name}`;
    };
    const moveContents = start((service) => {
      const [source, target] = [named(service, 'S')[0], named(service, 'T')[0]];
      if (!source || !target) throw new Error('The folders are there.');
      const folders = below(service, source.id);
      const ids = new Set([source.id, ...folders.map(({ id }) => id)]);
      const files = own(service).filter(({ folderId }) => ids.has(folderId));
      return { kind: 'move-contents', files, source, folder: target, folders };
    });
    const property = fc.asyncProperty(
      scripts([fc.constant(moveContents)], [...networkFaults, 'odd-words'], []),
      async (script) => {
        const [first, ...rest] = script.actions.filter(
          ({ action }, at) => at === 0 || action.type !== 'start',
        );
        if (first === undefined) return;
        const scenario = new Scenario({ ...script, actions: [first, ...rest] }, contents);
        await scenario.run();
        const { service } = scenario;
        expect(scenario.violations).toEqual([]);
        const [job] = await scenario.jobs();
        // The process may have died before it stored the job.
        if (job === undefined) return;
        expect(job.state).toBe('done');
        const [source, target] = [named(service, 'S')[0]?.id ?? '', named(service, 'T')[0]?.id ?? ''];
        const paths = (root: string) =>
          below(service, root).map(({ id }) => getPath(service, id).slice(getPath(service, root).length));
        // A refused listing may prevent an empty folder from being created. Nothing creates an extra one.
        const made = paths(target).sort();
        if (job.failed === 0 && !script.faults.includes('odd-words'))
          expect(made).toEqual(paths(source).sort());
        for (const path of made) expect(paths(source)).toContain(path);
        expect(made.length).toBeLessThanOrEqual(paths(source).length);
        const left = own(service).filter(({ folderId }) => getPath(service, folderId).startsWith('/S'));
        expect(left).toHaveLength(job.failed);
        for (const { title, folderId } of own(service)) {
          if (title === 'film 15' || title === 'film 16')
            expect(getPath(service, folderId)).toMatch(/^\/[ST]\/B\/deep_one$/);
        }
      },
    );
    await fc.assert(property, { numRuns: countRuns(40) });
  },
);

test.each([
  ['a stop', 26_000, ['none', 'none', 'late']],
  // Given up, sent again and read back. Then the first request arrives.
  ['the end', 30_500, ['none', 'none', 'late']],
] as const)('undo right after %s waits until an abandoned request has arrived', async (_, after, faults) => {
  const work = start((service) => ({
    kind: 'rename',
    files: own(service).slice(0, 1),
    titles: ['New title'],
  }));
  const actions = [
    { after: 0, action: work },
    { after, action: { type: 'stop', which: 0 } as const },
  ];
  const scenario = new Scenario({ rules: {}, actions, faults, killPoints: [] }, fill);
  const before = structuredClone(scenario.service.files);
  await scenario.runUntilStopped({ settles: false });
  const [job] = await scenario.jobs();
  expect(typeof (await scenario.ask((bulk) => bulk.undo(String(job?.key))))).toBe('string');
  await scenario.settle();
  expect(scenario.service.files).toEqual(before);
});

test('undo restores the titles at the service, not those in the catalog', async () => {
  const files = (service: FakeService) => own(service).slice(0, 3);
  const work = start((service) => ({
    kind: 'rename',
    files: files(service).map((file, at) => (at === 1 ? { ...file, title: 'before another one' } : file)),
    titles: ['one', 'two', 'three'],
  }));
  const scenario = new Scenario(
    { rules: {}, actions: [{ after: 0, action: work }], faults: [], killPoints: [] },
    fill,
  );
  await expectUndone(scenario);
});

test('undo restores everything, even after a stop, and undoing the undo repeats the job', limit, async () => {
  const script = fc.record({
    script: scripts([fc.oneof(move, rename)], [...networkFaults, 'no-effect'], []).map(
      ({ actions, ...rest }) => ({
        ...rest,
        actions: actions.filter(({ action }, at) => at === 0 || action.type !== 'start'),
      }),
    ),
    stopAfter: fc.option(fc.integer({ min: 0, max: 1_500 }), { nil: null }),
    again: fc.boolean(),
  });
  const property = fc.asyncProperty(script, async ({ script, stopAfter, again }) => {
    const [first, ...rest] = script.actions;
    if (first === undefined) return;
    const stop =
      stopAfter === null ? [] : [{ after: stopAfter, action: { type: 'stop', which: 0 } as const }];
    const scenario = new Scenario({ ...script, actions: [first, ...stop, ...rest] }, fill);
    const before = structuredClone(scenario.service.files);
    // A stopped job isn't resumed. It is undone in its current state.
    if (stopAfter === null) await scenario.run();
    else await scenario.runUntilStopped();
    const after = structuredClone(scenario.service.files);
    const [job] = await scenario.jobs();
    if (job === undefined) return;
    // The catalog has each accepted change at once.
    for (const { fileCode, state, to } of await scenario.outcomes(job.key)) {
      const known = scenario.catalog.get(fileCode)?.[job.kind === 'rename' ? 'title' : 'folderId'];
      if (state === 'accepted') expect(known).toBe(to);
    }
    const undone = await scenario.ask((bulk) => bulk.undo(String(job.key)));
    await scenario.settle();
    if (undone === undefined || undone === null) expect(scenario.service.files).toEqual(after);
    else expect(scenario.service.files).toEqual(before);
    if (again && typeof undone === 'string') {
      await scenario.ask((bulk) => bulk.undo(undone));
      await scenario.settle();
      expect(scenario.service.files).toEqual(after);
    }
    expect(scenario.violations).toEqual([]);
  });
  await fc.assert(property, { numRuns: countRuns(40) });
});

/** Once it has stopped, undoing the job restores all files. */
async function expectUndone(scenario: Scenario): Promise<void> {
  const before = structuredClone(scenario.service.files);
  await scenario.runUntilStopped();
  const [job] = await scenario.jobs();
  await scenario.ask((bulk) => bulk.undo(String(job?.key)));
  await scenario.settle();
  expect(scenario.service.files).toEqual(before);
}
