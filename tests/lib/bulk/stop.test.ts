/** Stopping work while its next requests wait for their turn. */
import { expect, test } from 'vitest';
import { type Deed, Story } from './scenario.ts';
import type { Service } from './setup.ts';

const files = (service: Service) =>
  [...service.files].map(([fileCode, { title, folderId }]) => ({ fileCode, title, folderId }));
const start: Deed = {
  type: 'start',
  work: (service) => ({
    ...{ kind: 'move', files: files(service) },
    folder: { id: [...service.folders.keys()][0] ?? '', name: 'A' },
  }),
};
const changes = ({ requests }: Service) => requests.filter((what) => what === 'file/move').length;

test('nothing leaves after Stop; what waited for its turn is to do, and done when it goes on', async () => {
  let atStop = Number.NaN;
  const look: Deed = {
    type: 'foreign',
    act(service) {
      atStop = changes(service);
    },
  };
  const plot = {
    rules: { rewrites: false, tellsFolders: true },
    deeds: [
      { after: 0, deed: start },
      { after: 1_050, deed: { type: 'stop', which: 0 } as const },
      { after: 0, deed: look },
    ],
    ...{ faults: [], deaths: [] },
  };
  const story = new Story(plot, (service) => {
    service.addFolder('A');
    for (let n = 0; n < 40; n += 1) service.add(`file ${n}`, '0');
  });
  await story.tellUntilStopped();
  expect(atStop).toBeGreaterThan(3);
  expect(changes(story.service)).toBe(atStop);
  const [job] = await story.jobs();
  const marks = (await story.endings(job?.key ?? 0)).map(({ mark }) => mark).join('');
  expect(marks).toMatch(new RegExp(`^a{${atStop}}[.]{${40 - atStop}}$`));

  await story.calm();
  expect(changes(story.service)).toBe(40);
  expect(files(story.service).every(({ folderId }) => folderId !== '0')).toBe(true);
  expect(story.complaints).toEqual([]);
});

test('what may have been done before it was stopped is not taken for untouched', async () => {
  // Both moves are carried out and their answers lost. Stop comes when the first has left again and the second waits for its turn.
  const plot = {
    rules: { rewrites: false, tellsFolders: true },
    deeds: [
      { after: 0, deed: start },
      { after: 1_880, deed: { type: 'stop', which: 0 } as const },
    ],
    ...{ faults: ['none', 'reset-after', 'reset-after'] as const, deaths: [] },
  };
  const story = new Story(plot, (service) => {
    service.addFolder('A');
    service.add('one', '0');
    service.add('two', '0');
  });
  const before = structuredClone(story.service.files);
  await story.tellUntilStopped();
  expect(changes(story.service)).toBe(3);
  const [job] = await story.jobs();
  await story.ask((bulk) => bulk.undo(String(job?.key)));
  await story.quiet();
  expect(story.service.files).toEqual(before);
  expect(story.complaints).toEqual([]);
});
