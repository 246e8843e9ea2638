/** Requests that wait or fail, of a job that is stopped and of one before others. */
import { expect, test } from 'vitest';
import type { FakeService } from '../../fake-service.ts';
import { start } from '../scenario.ts';
import { cloneAll, files, folder, moveAll, runScenario, withFiles } from './set-up.ts';

const changes = (service: FakeService) => service.countRequests('file/move');
const stop = { type: 'stop', which: 0 } as const;

test('nothing is sent after Stop, and requests that waited for a slot are sent when the job continues', async () => {
  let atStop = Number.NaN;
  const look = {
    type: 'external',
    act(service: FakeService) {
      atStop = changes(service);
    },
  } as const;
  const afterwards = [
    { after: 1_850, action: stop },
    { after: 0, action: look },
  ];
  const titles = Array.from({ length: 40 }, (_, n) => `file ${n}`);
  const scenario = await runScenario(moveAll, withFiles(...titles), {}, { afterwards });
  expect(atStop).toBeGreaterThan(3);
  expect(changes(scenario.service)).toBe(atStop);
  const [job] = await scenario.jobs();
  const states = (await scenario.outcomes(job?.key ?? 0)).map(({ state }) => state);
  expect(states).toEqual(states.map((_, at) => (at < atStop ? 'accepted' : 'todo')));

  await scenario.finish();
  expect(changes(scenario.service)).toBe(40);
  expect(files(scenario.service).every(({ folderId }) => folderId !== '0')).toBe(true);
  expect(scenario.violations).toEqual([]);
});

test('a change that may have taken effect before the stop is not treated as not started', async () => {
  // Both moves take effect and their responses are lost. The stop comes when the first was sent again and the second is waiting.
  const faults = ['none', 'reset-after', 'reset-after'] as const;
  const afterwards = [{ after: 2_180, action: stop }];
  const scenario = await runScenario(moveAll, withFiles('one', 'two'), {}, { faults, afterwards });
  expect(changes(scenario.service)).toBe(3);
  const [job] = await scenario.jobs();
  await scenario.ask((bulk) => bulk.undo(String(job?.key)));
  await scenario.settle();
  expect(files(scenario.service).map(({ folderId }) => folderId)).toEqual(['0', '0']);
  expect(scenario.violations).toEqual([]);
});

test('a request that fails at each attempt is given up, even if each attempt terminates the worker', async () => {
  const failing = {
    type: 'external',
    act(service: FakeService) {
      service.lastingFaults['file/move'] = 'reset-before';
    },
  } as const;
  const kills = Array.from({ length: 12 }, () => ({ after: 10_000, action: { type: 'kill' } as const }));
  const afterwards = [{ after: 0, action: failing }, ...kills];
  const scenario = await runScenario(moveAll, withFiles('one', 'two'), {}, { afterwards });
  const [job] = await scenario.jobs();
  expect(job).toMatchObject({ state: 'done', failed: 2 });
  expect(changes(scenario.service)).toBe(8);
});

test('a request that fails at each attempt is given up, even with outages of the account in between', async () => {
  const set = (...calls: readonly string[]) => ({
    type: 'external' as const,
    act(service: FakeService) {
      for (const call of [...Object.keys(service.lastingFaults), ...calls])
        service.lastingFaults[call] = calls.includes(call) ? 'reset-before' : 'none';
    },
  });
  const changeable = Array.from({ length: 40 }, () => [
    { after: 5_000, action: set('file/move', 'account/info', 'urlupload/slots') },
    { after: 5_000, action: set('file/move') },
  ]).flat();
  const afterwards = [{ after: 0, action: set('file/move') }, ...changeable];
  const scenario = await runScenario(moveAll, withFiles('one', 'two'), {}, { afterwards });
  const [job] = await scenario.jobs();
  expect(job).toMatchObject({ state: 'done', failed: 2 });
  expect(changes(scenario.service)).toBeLessThan(20);
});

test('a clone without a response is left to the user after a day in which its folder can’t be read, and the rest fails', async () => {
  const unreadable = {
    type: 'external',
    act(service: FakeService) {
      service.lastingFaults['file/list'] = 'html-before';
    },
  } as const;
  const fill = (service: FakeService) => {
    withFiles('one', 'two')(service);
    service.lastingFaults['file/clone'] = 'reset-after';
  };
  const afterwards = [{ after: 1_000, action: unreadable }];
  const scenario = await runScenario(cloneAll, fill, {}, { afterwards });
  expect(await scenario.jobs()).toMatchObject([{ state: 'waiting', problem: 'invalid-response' }]);
  await scenario.time.advance(24 * 3_600_000);
  expect(scenario.ended.size).toBe(1);
  expect(await scenario.jobs()).toMatchObject([{ state: 'done', problem: null, uncertain: 1, failed: 1 }]);
  expect((await scenario.outcomes(1)).map(({ state, note }) => [state, note?.code])).toEqual([
    ['uncertain', 'uncertain'],
    ['failed', 'invalid-response'],
  ]);
  expect(scenario.service.countRequests('file/clone')).toBe(1);
});

test.each([
  ['original', ['failed', 'failed']],
  ['first', ['verified', 'failed']],
] as const)('a clone whose response has the code of the %s wasn’t made', async (clonesAs, states) => {
  const inFolder = (service: FakeService) => {
    service.addFolder('A');
    for (const title of ['one', 'two'])
      service.addFile(title, { folderId: clonesAs === 'original' ? '1' : '0' });
  };
  const { store } = await runScenario(cloneAll, inFolder, { clonesAs });
  const steps = await store.steps(1);
  expect(steps.map(({ state }) => state)).toEqual(states);
  expect(steps[1]?.note).toMatchObject({ code: 'unchanged' });
});

test('a job whose folder can’t be read blocks no job on other files', async () => {
  const move = start((service) => ({
    kind: 'move',
    files: files(service).slice(0, 1),
    folder: folder(service),
  }));
  const rename = start((service) => ({ kind: 'rename', files: files(service).slice(1), titles: ['new'] }));
  const fill = (service: FakeService) => {
    withFiles('one', 'two')(service);
    service.lastingFaults['folder/list'] = 'html-before';
  };
  const afterwards = [{ after: 0, action: rename }];
  const scenario = await runScenario(move, fill, {}, { afterwards });
  const [, renamed] = await scenario.jobs();
  expect(renamed).toMatchObject({ state: 'done', done: 1 });
  expect((renamed?.endedAtMs ?? 0) - (renamed?.startedAtMs ?? 0)).toBeLessThan(60_000);
});
