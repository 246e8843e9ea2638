/** What is read back, and checked before an undo, if the service doesn't show it. */
import { expect, test } from 'vitest';
import type { FakeService } from '../../fake-service.ts';
import { type Action, type Scenario, start } from '../scenario.ts';
import { cloneAll, files, folder, moveAll, runScenario, withFiles } from './set-up.ts';

const said = 'Not found or not your file';

/** The outcome of a job's files: states, and reasons if any. */
async function outcome(scenario: Scenario, key = 1) {
  const outcomes = await scenario.outcomes(key);
  return outcomes.map(({ state, note }) => [state, note?.code ?? null]);
}

test('a clone that is not listed yet is searched for again, and not repeated', async () => {
  const original = 'code000002';
  const copy = 'code000003';
  for (const words of [said, null]) {
    const scenario = await runScenario(cloneAll, (service) => {
      withFiles('film')(service);
      service.unseen.set(copy, words);
    });
    const again = async () => {
      await scenario.ask((bulk) => bulk.retry('1'));
      await scenario.settle();
      return outcome(scenario);
    };
    const failure = [['failed', words === null ? 'unchanged' : 'not-found']];
    expect(await outcome(scenario)).toEqual(failure);
    expect(await again()).toEqual(failure);
    scenario.service.unseen.clear();
    expect(await again()).toEqual([['verified', null]]);
    expect(scenario.service.clones.get(original)).toEqual([copy]);
    expect(scenario.violations).toEqual([]);
  }
});

test('only a file that the service reports as unknown is removed from the catalog', async () => {
  const scenario = await runScenario(moveAll, (service) => {
    service.addFolder('A');
    service.unseen.set(service.addFile('said to be unknown'), said);
    service.unseen.set(service.addFile('passed over'), null);
    service.addFile('film');
  });
  expect(await outcome(scenario)).toEqual([
    ['failed', 'not-found'],
    ['failed', 'unchanged'],
    ['verified', null],
  ]);
  expect([...scenario.catalog.keys()]).toEqual(['code000003', 'code000004']);
});

const undo = async (scenario: Scenario) => {
  await scenario.ask((bulk) => bulk.undo('1'));
  await scenario.settle();
  expect(scenario.violations).toEqual([]);
  const [, undone] = await scenario.jobs();
  expect(undone).toMatchObject({ state: 'done', problem: null });
  const { key = 0, done, failed } = undone ?? {};
  expect(scenario.ended.get(key), 'what was told of its end').toMatchObject({ done, failed });
  return outcome(scenario, key);
};

test('a deleted folder blocks neither the undo nor the jobs after it', async () => {
  const fill = (service: FakeService) => {
    service.addFolder('A');
    service.addFolder('B');
    service.addFile('at the top');
    service.addFile('in B', { folderId: [...service.folders.keys()][1] ?? '' });
  };
  // The target folder is gone, and the files with it.
  const gone = await runScenario(moveAll, fill, { unknownFolder: 'refusal' });
  const { id } = folder(gone.service);
  gone.service.folders.delete(id);
  for (const [fileCode, { folderId }] of gone.service.files) {
    if (folderId === id) gone.service.files.delete(fileCode);
  }
  const changed = ['failed', 'changed-since'];
  expect(await undo(gone)).toEqual([changed, changed]);

  // The original folder of one file is gone, and the file was moved since.
  const half = await runScenario(moveAll, fill, { unknownFolder: 'refusal' });
  const [, last] = half.service.files.values();
  half.service.folders.delete([...half.service.folders.keys()][1] ?? '');
  if (last !== undefined) last.folderId = '0';
  expect(await undo(half)).toEqual([['verified', null], changed]);
});

test('an undo into a missing root waits', async () => {
  const root = { id: '0', name: '' };
  const move = start((service) => ({ kind: 'move', files: files(service), folder: root }));
  const scenario = await runScenario(
    move,
    (service) => {
      service.addFile('film', { folderId: service.addFolder('A') });
    },
    { unknownFolder: 'refusal' },
  );
  scenario.service.hasRoot = false;
  await scenario.ask((bulk) => bulk.undo('1'));
  await scenario.settle();
  expect((await scenario.jobs())[1]).toMatchObject({ state: 'waiting', problem: 'not-found' });
  scenario.service.hasRoot = true;
  await scenario.settle();
  expect(await outcome(scenario, 2)).toEqual([['verified', null]]);
});

test('a file whose former folder is unknown isn’t undone, which is no failure', async () => {
  const move = start((service) => ({
    kind: 'move',
    folder: folder(service),
    files: files(service).map((file) => (file.title === 'known' ? file : { ...file, folderId: '' })),
  }));
  const lost = ['failed', 'folder-gone'];
  const some = await runScenario(move, withFiles('unknown', 'known'));
  const { requests } = some.service;
  const before = requests.length;
  expect(await undo(some)).toEqual([lost, ['verified', null]]);
  expect(requests.slice(before).filter(({ endpoint }) => endpoint === 'file/move')).toHaveLength(1);
  expect(await undo(await runScenario(move, withFiles('unknown')))).toEqual([lost]);

  const rename = start((service) => ({ kind: 'rename', files: files(service), titles: ['a title'] }));
  expect(await undo(await runScenario(rename, withFiles('')))).toEqual([['failed', 'refused']]);
});

test('a file that had moved before the job isn’t moved into its former folder by an undo', async () => {
  const move = start((service) => ({
    kind: 'move',
    folder: folder(service),
    files: files(service).map((file) => ({ ...file, folderId: '0' })),
  }));
  const scenario = await runScenario(move, (service) => {
    service.addFolder('A');
    service.addFile('film', { folderId: service.addFolder('B') });
  });
  await undo(scenario);
  const [film] = scenario.service.files.values();
  expect(film?.folderId).not.toBe('0');
});

test('a clone that takes effect after the last attempt is found, and not repeated', async () => {
  const faults = ['none', 'none', 'late'] as const;
  const scenario = await runScenario(cloneAll, withFiles('film'), {}, { faults });
  expect(await outcome(scenario)).toEqual([['verified', null]]);
  expect(scenario.service.countRequests('file/clone')).toBe(1);
});

test('an uncertain clone whose folder was deleted is left to the user', async () => {
  const leave: Action = { type: 'external', act: ({ folders }) => folders.clear() };
  const afterwards = [{ after: 1_000, action: leave }];
  const faults = ['none', 'none', 'reset-after'] as const;
  const rules = { unknownFolder: 'refusal' } as const;
  const scenario = await runScenario(cloneAll, withFiles('one', 'two'), rules, { faults, afterwards });
  expect(await outcome(scenario)).toEqual([
    ['uncertain', 'uncertain'],
    ['failed', 'folder-gone'],
  ]);
  expect((await scenario.jobs()).map(({ state }) => state)).toEqual(['done']);
});

test('nothing is sent into a folder that lists the root’s folders', async () => {
  const nowhere = { id: '99', name: 'Gone' };
  const move = start((service) => ({ kind: 'move', files: files(service), folder: nowhere }));
  const scenario = await runScenario(move, withFiles('film'), { unknownFolder: 'root' });
  expect(await outcome(scenario)).toEqual([['failed', 'folder-gone']]);
  expect(scenario.service.requests.map(({ endpoint }) => endpoint)).toEqual(['folder/list', 'folder/list']);
});

test('undo restores the state before the retry, not before the first attempt', async () => {
  const rename = start((service) => ({
    kind: 'rename',
    files: files(service),
    titles: ['one new', 'two new'],
  }));
  const faults = ['none', 'none', 'none', 'odd-words'] as const;
  const scenario = await runScenario(rename, withFiles('one', 'two'), {}, { faults });
  const failed = (await scenario.outcomes(1)).filter(({ state }) => state === 'failed');
  expect(failed).toHaveLength(1);
  const [{ fileCode } = { fileCode: '' }] = failed;
  await scenario.time.advance(3_600_000);
  Object.assign(scenario.service.files.get(fileCode) ?? {}, { title: 'renamed elsewhere' });
  await scenario.ask((bulk) => bulk.retry('1'));
  await scenario.settle();
  await undo(scenario);
  expect([...scenario.service.files.values()].map(({ title }) => title)).toContain('renamed elsewhere');
});

test('undo waits for the request of an ended process', async () => {
  const rename = start((service) => ({ kind: 'rename', files: files(service), titles: ['new'] }));
  const faults = ['none', 'none', 'late'] as const;
  const afterwards = [
    { after: 1_000, action: { type: 'stop', which: 0 } },
    { after: 1_000, action: { type: 'kill' } },
    { after: 2_000, action: { type: 'undo', which: 0 } },
  ] as const;
  const scenario = await runScenario(rename, withFiles('film'), {}, { faults, afterwards });
  expect(scenario.service.countRequests('file/rename')).toBe(2);
  expect([...scenario.service.files.values()].map(({ title }) => title)).toEqual(['film']);
});

test('undo restores the first title if the service has changed the new one twice', async () => {
  const rename = start((service) => ({ kind: 'rename', files: files(service), titles: ['new'] }));
  const scenario = await runScenario(rename, (service) => {
    let title = 'film';
    Object.defineProperty(service.files.get(service.addFile(title)), 'title', {
      get: () => title,
      set: (given: string) => {
        title = given === 'new' ? 'another' : given;
      },
    });
  });
  expect((await scenario.outcomes(1)).map(({ state }) => state)).toEqual(['mismatch']);
  await scenario.time.advance(3_600_000);
  await scenario.ask((bulk) => bulk.retry('1'));
  await scenario.settle();
  expect((await scenario.outcomes(1)).map(({ state }) => state)).toEqual(['mismatch']);
  await undo(scenario);
  expect([...scenario.service.files.values()].map(({ title }) => title)).toEqual(['film']);
});

test('a move that is listed late can still be undone after a retry', async () => {
  const scenario = await runScenario(moveAll, (service) => {
    withFiles('film')(service);
    let folderId = '0';
    Object.defineProperty(service.files.get('code000002'), 'folderId', {
      get: () => folderId,
      set: (to: string) => {
        if (folderId === '0') service.unseen.set('code000002', null);
        folderId = to;
      },
    });
  });
  expect(await outcome(scenario)).toEqual([['failed', 'unchanged']]);
  scenario.service.unseen.clear();
  await scenario.time.advance(3_600_000);
  await scenario.ask((bulk) => bulk.retry('1'));
  await scenario.settle();
  expect(await undo(scenario)).toEqual([['verified', null]]);
  expect([...scenario.service.files.values()].map(({ folderId }) => folderId)).toEqual(['0']);
});
