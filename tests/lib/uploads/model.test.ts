/**
 * Random scenarios: links, responses, faults, clock jumps, and processes that are killed at any await. In each one, no link is lost or
 * arrives twice, the order is kept, every upload ends or has a reason for waiting, and each event is delivered once.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEntry } from '../../../lib/activity/activity.ts';
import { isActivity } from '../../../lib/uploads/event.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { countRuns } from '../../properties.ts';
import { duplicateFaults, type Fault, networkFaults, repeats } from '../fake-network.ts';
import { plainRules as defaultRules, type FakeService, type ServiceRules } from '../fake-service.ts';
import { nameEvent } from './history.ts';
import { type Action, Scenario, type Script } from './scenario.ts';

const plainRules: ServiceRules = { ...defaultRules, rewritesTitles: true };

const rules: fc.Arbitrary<ServiceRules> = fc
  .record({
    slots: fc.integer({ min: 1, max: 6 }),
    transferMs: fc.constantFrom(10, 2_000, 60_000, 600_000),
    gapMs: fc.constantFrom(0, 0, 5_000),
    echo: fc.constantFrom('as-sent', 'decoded', 'trimmed'),
    refusesQueued: fc.boolean(),
    filtersFiles: fc.boolean(),
    rewritesTitles: fc.boolean(),
    limiterMs: fc.constantFrom(0, 0, 50, 5_000),
    unreadable: fc.constantFrom('nothing', 'nothing', 'nothing', 'transfers', 'files'),
    emptyListEvery: fc.constantFrom(0, 0, 3, 5),
    reports: fc.constantFrom('list', 'list', 'list', 'single', 'none'),
    unnamedMs: fc.constantFrom(0, 0, 0, 5_000, 200_000),
    takesTitles: fc.constantFrom(true, true, false),
    keepsFinished: fc.boolean(),
    failsAtFiles: fc.constantFrom(false, false, true),
    filesLagMs: fc.constantFrom(0, 0, 0, 4 * 60_000, 30 * 60_000),
  })
  .map((rules) => ({ ...plainRules, ...rules }));

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Fault>(...networkFaults),
  },
  { weight: 3, arbitrary: fc.constantFrom<Fault>(...repeats) },
  { weight: 1, arbitrary: fc.constantFrom<Fault>(...duplicateFaults) },
);
const notLate = fault.filter((each) => each !== 'late');

/** All links differ, so that arrivals can be counted. Only "same" is sent although it is known. */
const kinds = fc.array(fc.constantFrom('film', 'failing film', 'forbidden', 'a%2Bb&c', 'same'), {
  minLength: 1,
  maxLength: 6,
});
const which = fc.nat(20);

function actions(extra: readonly fc.Arbitrary<Action>[]): fc.Arbitrary<Script['actions']> {
  const add = fc.record({ type: fc.constant('add' as const), links: kinds, private: fc.boolean() });
  const others: fc.Arbitrary<Action>[] = [
    fc.constant<Action>({ type: 'kill' }),
    fc.record({ type: fc.constant('offline' as const), durationMs: fc.integer({ min: 1, max: 300_000 }) }),
    fc.constantFrom<Action>({ type: 'pause' }, { type: 'resume' }, { type: 'sweep' }),
    fc.record({ type: fc.constantFrom('retry' as const, 'checkAgain' as const, 'remove' as const), which }),
    ...extra,
  ];
  const afterMs = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 120_000 }));
  const action = fc.oneof(
    { weight: 2, arbitrary: add },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.array(fc.record({ afterMs, action }), { minLength: 1, maxLength: 10 }).map(withOwnLinks);
}

function withOwnLinks(list: Script['actions']): Script['actions'] {
  let count = 0;
  const name = (kind: string) => {
    if (kind === 'same') return 'https://files.example/same.mp4';
    count += 1;
    return `https://files.example/${kind.replace(' ', '%20')}-${count}.mp4?n=${count}`;
  };
  return list.map(({ afterMs, action }) =>
    action.type === 'add'
      ? { afterMs, action: { ...action, links: action.links.map(name) } }
      : { afterMs, action },
  );
}

function scripts(extra: {
  readonly actions?: readonly fc.Arbitrary<Action>[];
  readonly faults?: fc.Arbitrary<Fault>;
  readonly storageFaults?: fc.Arbitrary<Script['storageFaults']>;
}) {
  return fc.record<Script>({
    rules,
    actions: actions(extra.actions ?? []),
    faults: fc.array(extra.faults ?? fault, { maxLength: 30 }),
    kills: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 6 }),
    restartMs: fc.constantFrom(1_000, 20_000),
    oldFiles: fc.constantFrom([], ['an old film'], ['film-1', 'film-2.mp4']),
    oldFilesAgeMs: fc.constantFrom(30 * 24 * 3_600_000, 4 * 60_000, 20_000),
    storageFaults: extra.storageFaults ?? fc.constant([]),
  });
}

/** Older than anything sent. A file with the same title that is only minutes older can't be told from the link's own. */
const dayMs = 24 * 3_600_000;

const ends = /^(done|failed|refused|vanished|uncertain|archived)$/;

function check(scenario: Scenario): void {
  const { violations, history } = scenario;
  expect(violations).toEqual([]);
  const uploads = history.uploads().filter(({ source }) => source === 'link');
  checkArrivals(scenario, uploads);
  checkEvents(scenario);
  for (const { state, uncertainty } of uploads) {
    expect(state).toMatch(ends);
    if (state === 'uncertain') expect(uncertainty?.nextCheckAtMs, 'it is the user’s to decide').toBeNull();
  }
}

/** Nothing shows that the service accepted the link and failed, so the link is sent again. */
const isUnseen = ({ rules: { reports } }: FakeService, url: string): boolean =>
  reports !== 'list' && url.includes('failing');

/** State of an upload whose transfer has failed. */
const lostState = ({ rules: { reports } }: FakeService) => (reports === 'none' ? 'vanished' : 'failed');

/** Every link arrived once for each time it was added, and its upload has the correct state. */
function checkArrivals({ service, history, removed, resent }: Scenario, uploads: readonly Upload[]): void {
  const left = new Map(uploads.map((upload) => [upload.id, upload]));
  for (const [url, added] of Map.groupBy(history.added.values(), (upload) => upload.url)) {
    expect(
      service.taken.get(url)?.length ?? 0,
      `${url} is not there more often than it was sent`,
    ).toBeLessThanOrEqual(added.length + (resent.get(url) ?? 0) + (isUnseen(service, url) ? 1 : 0));
    for (const { id } of added) {
      const upload = left.get(id);
      if (upload === undefined) {
        expect(removed, `${url} was not lost`).toContain(id);
      } else if (upload.state === 'refused') {
        // Some services refuse an address that is already in the queue.
        expect(url, 'only what the service refused is refused').toMatch(/forbidden|same/);
      } else if (upload.fileCode !== null) {
        expect(service.codesOf(url)).toContain(upload.fileCode);
        const state = service.hasFailed(upload.fileCode) ? lostState(service) : 'done';
        expect(removed.has(id) ? [state, 'archived'] : [state]).toContain(upload.state);
      }
    }
  }
  const codes = history.uploads().flatMap(({ fileCode }) => fileCode ?? []);
  expect(new Set(codes).size, 'no two uploads have the same file').toBe(codes.length);
}

/** Each event was delivered and is in the activity once. Each end of an upload has one event. */
function checkEvents({ delivered, history, activity }: Scenario): void {
  expect(new Set(delivered.map(nameEvent))).toEqual(new Set(history.events.keys()));
  const logged = [...history.events.values()].filter(isActivity).map((event) => toEntry(event).ref);
  expect(activity.map(({ ref }) => ref).sort()).toEqual(logged.sort());
  const kinds = new Set(['done', 'failed', 'refused']);
  const byUpload = Map.groupBy(
    [...history.events.values()].filter(({ kind }) => kinds.has(kind)),
    ({ uploadId }) => uploadId,
  );
  for (const id of history.added.keys())
    expect((byUpload.get(id) ?? []).map(({ kind }) => kind)).toEqual(history.ends.get(id) ?? []);
}

function checkOrder({ history: { added, firstSends } }: Scenario): void {
  expect([...firstSends]).toEqual([...added.keys()].filter((id) => firstSends.has(id)));
}

const run = (script: Script): Promise<Scenario> => new Scenario(script).run();

const jump: fc.Arbitrary<Action> = fc.record({
  type: fc.constant('jump' as const),
  byMs: fc.integer({ min: -12 * 3_600_000, max: 50 * 60_000 }),
});

test('no link is lost or duplicated and the order is kept, with faults and terminated processes', {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(scripts({}), async (script) => {
    const scenario = await run(script);
    check(scenario);
    checkOrder(scenario);
  });
  await fc.assert(property, { numRuns: countRuns(400, 2) });
});

test('the same with a clock that jumps', { timeout: 120_000 }, async () => {
  // A request that takes effect long after it was given up, together with a clock that jumped over that time, looks exactly like an
  // absence.
  const property = fc.asyncProperty(scripts({ actions: [jump], faults: notLate }), async (script) => {
    const scenario = await run({ ...script, oldFilesAgeMs: dayMs });
    check(scenario);
    checkOrder(scenario);
  });
  await fc.assert(property, { numRuns: countRuns(200, 2) });
});

test('the same with links from other devices, and changes of the order', {
  timeout: 120_000,
}, async () => {
  const foreign = fc
    .nat(1_000)
    .map<Action>((n) => ({ type: 'foreign', link: `https://elsewhere.example/${n}.mp4` }));
  const moveUp = fc.record({ type: fc.constant('moveUp' as const), which });
  const property = fc.asyncProperty(scripts({ actions: [foreign, moveUp] }), async (script) =>
    check(await run(script)),
  );
  await fc.assert(property, { numRuns: countRuns(200, 2) });
});

/** Removing a link while its outcome is open leaves an unexplained file, and equal links can't be told apart. */
function withoutAmbiguity(action: Action): Action {
  if (action.type === 'remove') return { type: 'resume' };
  return action.type === 'add'
    ? { ...action, links: action.links.filter((link) => !link.includes('same')) }
    : action;
}

const countListFailures = ({ requests }: FakeService): number =>
  requests.filter(({ endpoint, hasFailed }) => endpoint === 'urlupload/list' && hasFailed).length;

/** Nothing remains uncertain. Meanwhile the user is asked only if the list of transfers remains unreadable. */
function expectNobodyAsked({ service, history }: Scenario): void {
  expect(history.uploads().filter(({ state }) => state === 'uncertain')).toEqual([]);
  if (countListFailures(service) < 3)
    expect([...history.events.values()].filter(({ kind }) => kind === 'uncertain')).toEqual([]);
}

test('without other devices, no upload remains uncertain', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(scripts({ faults: notLate }), async (script) => {
    const { slots, transferMs } = script.rules;
    const scenario = await run({
      ...script,
      oldFilesAgeMs: dayMs,
      rules: { ...plainRules, slots, transferMs },
      actions: script.actions.map(({ afterMs, action }) => ({ afterMs, action: withoutAmbiguity(action) })),
    });
    check(scenario);
    expectNobodyAsked(scenario);
  });
  // Two uploads are uncertain. The first was never accepted. The second was, and becomes a file before anybody checks.
  const neighbours: Script = {
    rules: { ...plainRules, slots: 1, transferMs: 10 },
    actions: [
      {
        afterMs: 0,
        action: {
          type: 'add',
          links: ['1', '2'].map((n) => `https://files.example/film-${n}.mp4`),
          private: false,
        },
      },
    ],
    faults: ['reset-before', 'none', 'hang-after', 'none', 'hang-after'],
    kills: [],
    oldFiles: [],
    oldFilesAgeMs: 0,
    restartMs: 1_000,
    storageFaults: [],
  };
  // A check of the first fails. It is found only after the checks of the second, as the file that blocked them.
  const delayed: Script = {
    ...neighbours,
    rules: { ...plainRules, slots: 2, transferMs: 10 },
    actions: ['1', '2', '3'].map((n) => ({
      afterMs: 0,
      action: { type: 'add', links: [`https://files.example/film-${n}.mp4`], private: false },
    })),
    faults: [
      ...(['none', 'quota', 'repeat-limited', 'none', 'reset-before'] as const),
      ...(['slow', 'repeat-limited', 'repeat-limited', 'hang-after'] as const),
    ],
  };
  await fc.assert(property, { numRuns: countRuns(200, 2), examples: [[neighbours], [delayed]] });
});

test('a duplicate that the browser made is found, and makes no other upload uncertain', {
  timeout: 120_000,
}, async () => {
  const faults = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Fault>(...duplicateFaults) },
    { weight: 3, arbitrary: fc.constantFrom<Fault>('none', 'slow') },
    { weight: 1, arbitrary: notLate },
  );
  const property = fc.asyncProperty(scripts({ faults }), async (script) => {
    const { slots, transferMs, gapMs, echo, limiterMs } = script.rules;
    const scenario = await run({
      ...script,
      oldFilesAgeMs: dayMs,
      rules: { ...plainRules, slots, transferMs, gapMs, echo, limiterMs },
      actions: script.actions.map(({ afterMs, action }) => ({ afterMs, action: withoutAmbiguity(action) })),
    });
    check(scenario);
    const { service, history } = scenario;
    expectNobodyAsked(scenario);
    const listFailures = countListFailures(service);
    for (const { url, state, source, fileCode, duplicates } of history.uploads()) {
      expect(source, 'no duplicate is taken for a transfer of others').toBe('link');
      const found = duplicates.map((duplicate) => duplicate.fileCode);
      // What failed leaves no file, and only the list shows it.
      const others = service
        .codesOf(url)
        .filter(
          (code) =>
            code !== fileCode && (listFailures < 2 || found.includes(code) || !service.hasFailed(code)),
        );
      expect(found.sort(), `${url} (${state}) has its duplicates`).toEqual(others.sort());
    }
  });
  await fc.assert(property, { numRuns: countRuns(125, 2) });
});

test('each account gets a link at most once, and a link that fell back is in only one account', {
  timeout: 120_000,
}, async () => {
  const reroute = fc.record({ type: fc.constant('reroute' as const), which });
  // A repeat by the browser would be a second file in the same account.
  const faults = fc
    .constantFrom<Fault>('none', ...networkFaults, ...repeats)
    .filter((each) => each !== 'late');
  const backupFaults = fc.array(faults, { maxLength: 10 });
  const property = fc.asyncProperty(
    scripts({ actions: [reroute], faults }),
    backupFaults,
    async (script, backupFaults) => {
      const actions = script.actions.map(({ afterMs, action }) => ({
        afterMs,
        action: withoutAmbiguity(action),
      }));
      const scenario = await run({ ...script, oldFilesAgeMs: dayMs, backupFaults, actions });
      const { service, backup, history, violations } = scenario;
      expect(violations).toEqual([]);
      checkEvents(scenario);
      const uploads = history.uploads().filter(({ state }) => state !== 'archived');
      for (const { url } of history.added.values()) {
        let count = 0;
        for (const each of [service, backup]) {
          if (isUnseen(service, url)) continue;
          expect(each.taken.get(url)?.length ?? 0, `${url}, at most once in an account`).toBeLessThanOrEqual(
            1,
          );
          count += each.codesOf(url).filter((code) => each.has(code)).length;
        }
        expect(count, `${url}, in one account`).toBeLessThanOrEqual(1);
        const [upload, ...others] = uploads.filter((each) => each.url === url);
        expect(others, `${url} is one upload`).toEqual([]);
        expect(upload?.state, `${url} ends`).toMatch(ends);
        if (upload?.fileCode == null) continue;
        const owner = upload.accountId === 'backup' ? backup : service;
        expect(owner.codesOf(url)).toContain(upload.fileCode);
        expect(upload.state).toBe(owner.hasFailed(upload.fileCode) ? lostState(owner) : 'done');
      }
    },
  );
  await fc.assert(property, { numRuns: countRuns(200, 2) });
});

test('nothing is lost or duplicated after a failed call of the store', {
  timeout: 120_000,
}, async () => {
  const call = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 400 }));
  const kind = fc.constantFrom('before' as const, 'after' as const, 'repeated' as const);
  const storageFaults = fc.array(fc.record({ call, kind }), { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(scripts({ storageFaults }), async (script) => check(await run(script)));
  await fc.assert(property, { numRuns: countRuns(150, 2) });
});

test('a removed account leaves nothing behind, and nothing more is sent for it', {
  timeout: 120_000,
}, async () => {
  const remove = fc.constant<Action>({ type: 'removeAccount' });
  const property = fc.asyncProperty(scripts({}), fc.nat(300_000), remove, async (script, afterMs, action) => {
    const scenario = new Scenario({ ...script, actions: [...script.actions, { afterMs, action }] });
    await scenario.run();
    // No process was running.
    if (scenario.hasAccount) await scenario.act(action);
    // The result of a poll in progress is removed at the next start.
    await scenario.act({ type: 'kill' });
    await scenario.time.advance(60_000);
    expect(scenario.violations).toEqual([]);
    expect(scenario.history.uploads()).toEqual([]);
    expect(scenario.tracking).toEqual({ polls: [], progress: {}, files: {}, encodings: {} });
  });
  await fc.assert(property, { numRuns: countRuns(100) });
});
