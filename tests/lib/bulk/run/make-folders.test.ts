/** The folders that are created for the contents of a folder. */
import { expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/index.ts';
import { start } from '../scenario.ts';
import { files, runScenario } from './set-up.ts';

/** From the first folder into the second. The others are in the first. */
const moveContents = start((service) => {
  const [source, folder, ...folders] = [...service.folders].map(([id, each]) => ({ id, ...each }));
  if (source === undefined || folder === undefined) throw new Error('There are no folders.');
  const ids = new Set([source.id, ...folders.map(({ id }) => id)]);
  return {
    kind: 'move-contents',
    files: files(service),
    source,
    folders: folders.filter(({ parentId }) => ids.has(parentId)),
    folder,
  };
});

test('a folder that lists nothing for a moment isn’t created twice', async () => {
  const scenario = await runScenario(moveContents, (service) => {
    const [source, target] = [service.addFolder('From'), service.addFolder('To')];
    service.addFile('film', { folderId: service.addFolder('Season', source) });
    const season = service.addFolder('Season', target);
    let lists = 0;
    const listFolders = service.listFolders.bind(service);
    service.listFolders = (id) => {
      if (id === target) lists += 1;
      return id === target && lists === 2 ? [] : listFolders(id);
    };
    service.unseen.set(season, null);
  });
  expect([...scenario.service.folders.values()].map(({ name }) => name)).toEqual([
    'From',
    'To',
    'Season',
    'Season',
  ]);
});

test('if a folder is refused, its files and those below it stay where they are, and the rest is moved', async () => {
  const facts = { endpoint: 'folder/create', msg: 'Bad name', status: 400, mayHaveTakenEffect: false };
  const scenario = await runScenario(moveContents, (service) => {
    const [source] = [service.addFolder('From'), service.addFolder('To')];
    const season = service.addFolder('Season', source);
    const inFolders = [
      source,
      season,
      service.addFolder('Extras', season),
      service.addFolder('Music', source),
    ];
    for (const folderId of inFolders) service.addFile(`film in ${folderId}`, { folderId });
    const addFolder = service.addFolder.bind(service);
    service.addFolder = (name, parentId) => {
      if (name === 'Season') throw new ApiError('refused', 'No', facts);
      return addFolder(name, parentId);
    };
  });
  const { service } = scenario;
  const refused = { state: 'failed', note: { code: 'refused', msg: 'Bad name' } };
  const moved = { state: 'verified', note: undefined };
  expect(await scenario.outcomes(1)).toMatchObject([moved, refused, refused, moved]);
  expect(files(service).map(({ folderId }) => service.folders.get(folderId)?.name)).toEqual([
    'To',
    'Season',
    'Extras',
    'Music',
  ]);
  expect(service.countRequests('folder/create')).toBe(2);
});
