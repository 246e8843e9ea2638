/** The uploads of a page's links, from then on when they were sent. */
import { useRef } from 'preact/hooks';
import { hasEnded, type UploadItem } from '../uploads/upload-items.ts';

/** The newest upload of an address; one that has ended is remembered when it leaves the list. */
export function useFollowedRows(rows: readonly UploadItem[] | null): (url: string) => UploadItem | undefined {
  const ended = useRef(new Map<string, UploadItem>()).current;
  const current = new Map<string, UploadItem>();
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
