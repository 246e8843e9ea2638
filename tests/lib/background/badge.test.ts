import { expect, test } from 'vitest';
import { createBadge } from '../../../lib/background/badge.ts';

test.each([
  [0, 0, '', 'moving'],
  [3, 0, '3', 'moving'],
  [1_000, 0, '999+', 'moving'],
  [0, 6, '!', 'attention'],
  [3, 6, '3!', 'attention'],
  [100, 1, '99+!', 'attention'],
])('%d in progress and %d that need attention: "%s"', (moving, attention, text, tone) => {
  expect(createBadge({ moving, attention })).toEqual({ text, tone, counts: { moving, attention } });
});
