import { expect, it } from 'vitest';
import { expiryText } from '../../../components/accounts/useExpiryNotices.ts';
import { type ExpiryRecord, nothingExpires } from '../../../lib/accounts/expiry-record.ts';

const counted: ExpiryRecord = { ...nothingExpires, days: 53, isWhole: true };
const soon = 'demo: 2 files may soon be deleted (53 days without a view).';

it.each<[Partial<ExpiryRecord>, string]>([
  [{}, 'No files are about to be deleted.'],
  [{ days: 0 }, ''],
  [{ unread: 3_800 }, 'Last viewed · Not known yet: 3,800'],
  [{ unreported: 40 }, 'Last viewed · Unknown: 40'],
  [{ isWhole: false }, 'Last viewed · Files are still loading, so there may be more.'],
  [{ count: 2 }, soon],
  [{ count: 2, unread: 5, unreported: 1 }, `${soon} · Not known yet: 5 · Unknown: 1`],
  [{ count: 2, isWhole: false }, `${soon} · Files are still loading, so there may be more.`],
])('%j', (record, expected) => {
  expect(expiryText('demo', { ...counted, ...record })).toBe(expected);
});
