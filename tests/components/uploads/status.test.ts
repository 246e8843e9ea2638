/** What a row says of its upload. */
import { expect, it } from 'vitest';
import { type Row, uploadRows } from '../../../components/uploads/rows.ts';
import { statusText } from '../../../components/uploads/status.ts';
import { account, transfer } from '../../gallery/samples/sample.ts';

it('figures of an outage say how old they are, to the second', () => {
  const nowMs = Date.UTC(2026, 10, 20);
  const measured = { bytesDone: 786_000, bytesTotal: 6_000_000, bytesPerSecond: null, secondsLeft: null };
  const progress = { ...measured, share: 0.1, isStale: true, sampledAtMs: nowMs - 12_000 };
  const row = { ...uploadRows(account([transfer({})]))[0], state: 'working', progress } as Row;
  expect(statusText(row, nowMs).replace(/\s/g, ' ')).toBe('786 kB of 6 MB · as of 12 sec ago');
});
