import { expect, it } from 'vitest';
import { planWork } from '../../../components/bulk/plan-work.ts';

it('files that are already in the folder are left out and named, and none or all have a separate sentence', () => {
  const plan = (...folderIds: readonly string[]) => {
    const files = folderIds.map((folderId, n) => ({
      fileCode: `code${n}`,
      title: n === 0 ? '' : `film ${n}`,
      folderId,
    }));
    const { work, note } = planWork({ kind: 'move', files }, { id: '11', name: 'Movies' });
    const moved = work?.kind === 'move' ? work.files.map(({ fileCode }) => fileCode) : null;
    return { moved, note };
  };
  expect(plan('12', '0')).toEqual({ moved: ['code0', 'code1'], note: '' });
  expect(plan('11', '11')).toEqual({ moved: null, note: 'All 2 files are already in “Movies”.' });
  expect(plan('11', '0', '11')).toEqual({
    moved: ['code1'],
    note: 'Already in “Movies”: “code0”, “film 2”.',
  });
});
