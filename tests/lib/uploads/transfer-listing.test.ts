import { expect, test } from 'vitest';
import {
  createLookUp,
  createNoListing,
  type NamedTransfer,
  type TransferListing,
} from '../../../lib/uploads/transfer-listing.ts';

const listing = (fields: Partial<TransferListing> = {}): TransferListing =>
  Object.assign([{ fileCode: 'one' } as NamedTransfer], { skipped: 0, unnamed: [], ...fields });

const single = { reports: 'single', absent: new Set(['gone']), unreported: new Set(['silent']) } as const;

test.each<[what: string, listing: TransferListing, fileCode: string | null, said: string]>([
  ['in the list', listing(), 'one', 'listed'],
  ['not in the list', listing(), 'two', 'absent'],
  ['without a code', listing(), null, 'absent'],
  ['not in a list with an unreadable entry', listing({ skipped: 1 }), 'two', 'unknown'],
  ['in a list with an unreadable entry', listing({ skipped: 1 }), 'one', 'listed'],
  ['asked for by itself, and there', listing(single), 'one', 'listed'],
  ['asked for by itself, and not there', listing(single), 'gone', 'absent'],
  ['asked for by itself, without an answer', listing(single), 'silent', 'unreported'],
  ['not asked for', listing(single), 'other', 'unknown'],
  ['where no list was asked for', createNoListing('unknown'), 'one', 'unknown'],
  ['where the service tells of none', createNoListing('none'), 'one', 'unreported'],
])('a transfer %s', (_, given, fileCode, said) => {
  expect(createLookUp(given)(fileCode)).toBe(said);
});
