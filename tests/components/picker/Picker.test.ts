import { expect, it } from 'vitest';
import { mergeCopies } from '../../../components/picker/Picker.tsx';

const [movies, films] = [
  { id: '7', name: 'Movies' },
  { id: '8', name: 'Films' },
];

it('combines the copies of each account, including links that it held back at first', () => {
  expect(
    mergeCopies([
      { accountId: 'a', folder: movies, undo: ['1', '2'] },
      { accountId: 'b', folder: movies, undo: ['3'] },
      { accountId: 'c', folder: movies, undo: [] },
      { accountId: 'b', folder: films, undo: ['4'] },
    ]),
  ).toEqual([
    { accountId: 'a', folder: movies, undo: ['1', '2'] },
    { accountId: 'b', folder: films, undo: ['3', '4'] },
  ]);
});
