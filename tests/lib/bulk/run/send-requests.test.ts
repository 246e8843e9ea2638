/** Stopping work while its next requests wait for their turn. */
import { expect, test } from 'vitest';
import type { FakeService } from '../../fake-service.ts';
import { type Action, Scenario } from '../scenario.ts';

const files = (service: FakeService) =>
  [...service.files].map(([fileCode, { title, folderId }]) => ({ fileCode, title, folderId }));
const start: Action = {
  type: 'start',
  work: (service) => ({
    ...{ kind: 'move', files: files(service) },
    folder: { id: [...service.folders.keys()][0] ?? '', name: 'A' },
  }),
};
const changes = (service: FakeService) => service.countRequests('file/move');

test('nothing is sent after Stop, and requests that waited for a slot are sent when the job continues', async () => {
  let atStop = Number.NaN;
  const look: Action = {
    type: 'external',
    act(service) {
      atStop = changes(service);
    },
  };
  const script = {
    rules: {},
    actions: [
      { after: 0, action: start },
      { after: 1_050, action: { type: 'stop', which: 0 } as const },
      { after: 0, action: look },
    ],
    ...{ faults: [], killPoints: [] },
  };
  const scenario = new Scenario(script, (service) => {
    service.addFolder('A');
    for (let n = 0; n < 40; n += 1) service.addFile(`file ${n}`);
  });
  await scenario.runUntilStopped();
  expect(atStop).toBeGreaterThan(3);
  expect(changes(scenario.service)).toBe(atStop);
  const [job] = await scenario.jobs();
  const marks = (await scenario.outcomes(job?.key ?? 0)).map(({ mark }) => mark).join('');
  expect(marks).toMatch(new RegExp(`^a{${atStop}}[.]{${40 - atStop}}$`));

  await scenario.finish();
  expect(changes(scenario.service)).toBe(40);
  expect(files(scenario.service).every(({ folderId }) => folderId !== '0')).toBe(true);
  expect(scenario.violations).toEqual([]);
});

test('a change that may have taken effect before the stop is not treated as not started', async () => {
  // Both moves are carried out and their answers lost. Stop comes when the first has left again and the second waits for its turn.
  const script = {
    rules: {},
    actions: [
      { after: 0, action: start },
      { after: 1_880, action: { type: 'stop', which: 0 } as const },
    ],
    ...{ faults: ['none', 'reset-after', 'reset-after'] as const, killPoints: [] },
  };
  const scenario = new Scenario(script, (service) => {
    service.addFolder('A');
    service.addFile('one');
    service.addFile('two');
  });
  const before = structuredClone(scenario.service.files);
  await scenario.runUntilStopped();
  expect(changes(scenario.service)).toBe(3);
  const [job] = await scenario.jobs();
  await scenario.ask((bulk) => bulk.undo(String(job?.key)));
  await scenario.settle();
  expect(scenario.service.files).toEqual(before);
  expect(scenario.violations).toEqual([]);
});
