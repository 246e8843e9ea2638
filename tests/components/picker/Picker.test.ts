/** Copies that were sent to several accounts, each with a way back. */
import { expect, it } from 'vitest';
import { mergeCopies } from '../../../components/picker/Picker.tsx';

const [movies, films] = [
  { id: '7', name: 'Movies' },
  { id: '8', name: 'Films' },
];

it('has one copy for each account, with what it held back at first', () => {
  expect(
    mergeCopies([
      { accountId: 'a', folder: movies, ids: ['1', '2'] },
      { accountId: 'b', folder: movies, ids: ['3'] },
      { accountId: 'c', folder: movies, ids: [] },
      { accountId: 'b', folder: films, ids: ['4'] },
    ]),
  ).toEqual([
    { accountId: 'a', folder: movies, ids: ['1', '2'] },
    { accountId: 'b', folder: films, ids: ['3', '4'] },
  ]);
});
