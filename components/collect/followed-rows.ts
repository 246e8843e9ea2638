/** The uploads of a page's links, from then on when they were sent. */
import { useRef } from 'preact/hooks';
import { hasEnded, type Row } from '../uploads/rows.ts';

/** The newest upload of an address; one that has ended is remembered when it leaves the list. */
export function useFollowedRows(rows: readonly Row[] | null): (url: string) => Row | undefined {
  const ended = useRef(new Map<string, Row>()).current;
  const current = new Map<string, Row>();
  for (const row of rows ?? []) {
    const { url, createdAtMs } = row.upload;
    const other = current.get(url);
    if (other === undefined || other.upload.createdAtMs <= createdAtMs) current.set(url, row);
  }
  for (const [url, row] of current) {
    if (hasEnded(row.state)) ended.set(url, row);
    else ended.delete(url);
  }
  return (url) => current.get(url) ?? ended.get(url);
}
