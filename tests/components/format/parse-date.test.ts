import { expect, it } from 'vitest';
import { parseDate } from '../../../components/format/parse-date.ts';

it('parseDate reads the service’s timestamps and rejects everything else', () => {
  expect(parseDate('1970-01-01 00:01:00')).toBe(60);
  for (const none of ['', null, undefined, '0000-00-00 00:00:00', 'yesterday'])
    expect(parseDate(none)).toBeNull();
});
