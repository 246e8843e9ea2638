/**
 * Deletions: lost responses, killed processes, refusals, and services that respond OK but delete nothing. Only the named files are deleted.
 */
import { describe, expect, test } from 'vitest';
import { toBulkJob } from '../../../../lib/bulk/job.ts';
import type { FakeService } from '../../fake-service.ts';
import { type Action, type Scenario, start } from '../scenario.ts';
import { files, moveAll, runScenario, withFiles } from './set-up.ts';

const deleteMost = start((service) => ({
  kind: 'delete',
  files: files(service).filter(({ title }) => title !== 'kept'),
}));

const titlesLeft = (service: FakeService) => files(service).map(({ title }) => title);
const requests = (service: FakeService) => service.countRequests('file/delete');

async function outcome(scenario: Scenario) {
  const outcomes = await scenario.outcomes(1);
  return outcomes.map(({ state, note }) => [state, note?.code ?? null]);
}

const verified = ['verified', null];
const act = (change: (service: FakeService) => void): Action => ({ type: 'external', act: change });

test('deletes the named files, one request each, and updates the catalog once they are gone', async () => {
  const scenario = await runScenario(deleteMost, withFiles('one', 'kept', 'two'));
  expect(titlesLeft(scenario.service)).toEqual(['kept']);
  expect(await outcome(scenario)).toEqual([verified, verified]);
  expect(requests(scenario.service)).toBe(2);
  expect([...scenario.gone]).toEqual(['code000002', 'code000004']);
  const [job] = await scenario.jobs();
  expect(job).toMatchObject({ state: 'done', done: 2, verified: 2, failed: 0 });
  expect(job && toBulkJob(job, scenario.time.nowMs).canUndo).toBe(false);
  expect(await scenario.ask((bulk) => bulk.undo('1'))).toBeNull();
});

test.each(['reset-after', 'html-after', 'hang-after', 'late', 'slow'] as const)(
  'a lost response (%s) is settled by reading back',
  async (fault) => {
    const scenario = await runScenario(deleteMost, withFiles('one', 'kept'), {}, { faults: ['none', fault] });
    expect(titlesLeft(scenario.service)).toEqual(['kept']);
    expect(await outcome(scenario)).toEqual([verified]);
  },
);

test('a worker that is terminated at any point deletes all named files, and nothing else', async () => {
  for (let point = 1; point <= 60; point += 1) {
    const kills = [{ after: point * 40, action: { type: 'kill' } as const }];
    const scenario = await runScenario(
      deleteMost,
      withFiles('one', 'kept', 'two'),
      {},
      { afterwards: kills },
    );
    expect(titlesLeft(scenario.service), `${point}`).toEqual(['kept']);
    expect(await outcome(scenario), `${point}`).toEqual([verified, verified]);
  }
});

test('a refused file keeps its reason, and the others are deleted; one that was already gone counts as deleted', async () => {
  const elsewhere = act((service) => service.files.delete('code000004'));
  const titles = Array.from({ length: 12 }, (_, n) => `file ${n}`);
  const scenario = await runScenario(
    deleteMost,
    withFiles('one', 'two', 'gone', ...titles),
    {},
    { faults: ['none', 'odd-words'], afterwards: [{ after: 0, action: elsewhere }] },
  );
  expect(titlesLeft(scenario.service)).toEqual(['one']);
  expect(await outcome(scenario)).toEqual([
    ['failed', 'refused'],
    ...titles.map(() => verified),
    verified,
    verified,
  ]);
});

test('a response of OK without an effect is no deletion', async () => {
  const scenario = await runScenario(deleteMost, withFiles('one'), {}, { faults: ['none', 'no-effect'] });
  expect(await outcome(scenario)).toEqual([['failed', 'unchanged']]);
  expect(scenario.gone.size).toBe(0);
  expect(scenario.catalog.get('code000002')?.folderId).not.toBe('');
  await scenario.ask((bulk) => bulk.retry('1'));
  await scenario.settle();
  expect(await outcome(scenario)).toEqual([verified]);
  expect(titlesLeft(scenario.service)).toEqual([]);
});

test('a file that has moved to an unknown folder doesn’t count as deleted', async () => {
  const work = start((service) => ({
    kind: 'delete',
    files: files(service).map((file) => ({ ...file, folderId: '' })),
  }));
  const scenario = await runScenario(work, withFiles('one'), {}, { faults: ['none', 'no-effect'] });
  expect(await outcome(scenario)).toEqual([['failed', 'unchanged']]);
});

test('a service that leaves out unknown files has deleted what it accepted; after a lost response that proves nothing', async () => {
  const passOver = (service: FakeService) => {
    withFiles('one')(service);
    service.unseen.set('code000002', null);
  };
  const accepted = await runScenario(deleteMost, passOver);
  expect(await outcome(accepted)).toEqual([verified]);
  expect([...accepted.gone]).toEqual(['code000002']);
  const failing = act((service) => {
    service.lastingFaults['file/delete'] = 'reset-after';
    service.lastingFaults['file/check'] = 'html-before';
  });
  const lost = await runScenario(deleteMost, passOver, {}, { afterwards: [{ after: 0, action: failing }] });
  expect(await outcome(lost)).toEqual([['failed', 'network']]);
  expect(lost.gone.size).toBe(0);
});

describe('a service whose file info leaves out a file', () => {
  const accepts = (service: FakeService) => {
    withFiles('one')(service);
    service.passedOver.add('code000002');
  };
  const notFound = act((service) => {
    service.lastingFaults['file/list'] = 'html-before';
  });
  const unanswered = act((service) => {
    service.lastingFaults['file/list'] = 'html-before';
    service.lastingFaults['file/check'] = 'html-before';
  });

  test('hasn’t deleted the file if its list still has it', async () => {
    const scenario = await runScenario(deleteMost, accepts, {}, { faults: ['none', 'no-effect'] });
    expect(await outcome(scenario)).toEqual([['failed', 'unconfirmed']]);
    expect(scenario.gone.size).toBe(0);
  });

  test('has deleted the file if its list lacks it, or without a list, if file check doesn’t know it', async () => {
    const listed = await runScenario(deleteMost, accepts);
    expect(await outcome(listed)).toEqual([verified]);
    const checked = await runScenario(
      deleteMost,
      accepts,
      {},
      { afterwards: [{ after: 0, action: notFound }] },
    );
    expect(await outcome(checked)).toEqual([verified]);
    expect([...checked.gone]).toEqual(['code000002']);
  });

  test('has deleted the file if it lists it as deleted, even after a lost response', async () => {
    const afterwards = [{ after: 0, action: unanswered }];
    const rules = { listsDeleted: true };
    const scenario = await runScenario(deleteMost, accepts, rules, { afterwards });
    expect(await outcome(scenario)).toEqual([verified]);
    const unchecked = act((service) => {
      service.lastingFaults['file/check'] = 'html-before';
    });
    const lost = await runScenario(deleteMost, accepts, rules, {
      faults: ['none', 'reset-after'],
      afterwards: [{ after: 0, action: unchecked }],
    });
    expect(await outcome(lost)).toEqual([verified]);
  });

  test('leaves the result open if neither can be read', async () => {
    const afterwards = [{ after: 0, action: unanswered }];
    const scenario = await runScenario(deleteMost, accepts, {}, { afterwards });
    expect(await outcome(scenario)).toEqual([['failed', 'unconfirmed']]);
    expect(scenario.gone.size).toBe(0);
  });
});

test('a file that fails at each attempt is given up, and the reason is read back', async () => {
  const failing = act((service) => {
    service.lastingFaults['file/delete'] = 'reset-before';
  });
  const afterwards = [{ after: 0, action: failing }];
  const scenario = await runScenario(deleteMost, withFiles('one'), {}, { afterwards });
  expect(await outcome(scenario)).toEqual([['failed', 'network']]);
  expect(titlesLeft(scenario.service)).toEqual(['one']);
});

test('Stop keeps the files whose requests weren’t sent', async () => {
  const titles = Array.from({ length: 40 }, (_, n) => `file ${n}`);
  const afterwards = [{ after: 1_850, action: { type: 'stop', which: 0 } as const }];
  const scenario = await runScenario(deleteMost, withFiles(...titles), {}, { afterwards });
  const sent = requests(scenario.service);
  expect(sent).toBeGreaterThan(3);
  expect(titlesLeft(scenario.service)).toHaveLength(40 - sent);
});

test('waits for an earlier job on the same files', async () => {
  const afterwards = [{ after: 0, action: deleteMost }];
  const scenario = await runScenario(moveAll, withFiles('one', 'two'), {}, { afterwards });
  expect(titlesLeft(scenario.service)).toEqual([]);
  const [moved, deleted] = await scenario.jobs();
  expect(moved).toMatchObject({ state: 'done', verified: 2 });
  expect(deleted).toMatchObject({ state: 'done', verified: 2 });
});
