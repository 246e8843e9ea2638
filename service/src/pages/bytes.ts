/** Serves the bytes of files: /file/<code>, inline for players, as an attachment with `?download=1`. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { day, nowSeconds } from '../date-time.ts';
import type { Context } from '../http/context.ts';
import type { StoredFile } from '../store/files.ts';

/** Everything else is a download, so that no uploaded page runs on this origin. */
const inlineTypes = /^(video|audio)\/|^image\/(jpeg|png|gif|webp|avif)$/;

export async function fileBytes(c: Context, file: StoredFile): Promise<Response> {
  const { store } = c.get('service');
  const blob = store.files.blob(file.blobId);
  if (!blob) return c.text('The content of this file is missing.\n', 404);
  const path = store.blobPath(blob.name);
  // The stored size of a seeded file is invented, but it plays the sample clip.
  const { size } = await stat(path);
  const etag = `"${blob.name}"`;
  const download = c.req.query('download') !== undefined || !inlineTypes.test(blob.mime);
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=0, must-revalidate',
    'content-disposition': disposition(download ? 'attachment' : 'inline', file.title + file.extension),
    'content-type': blob.mime,
    etag,
    'last-modified': new Date(file.uploaded * 1000).toUTCString(),
  };
  if (download) headers['content-security-policy'] = "sandbox; default-src 'none'";
  if (c.req.header('if-none-match')?.split(/,\s*/).includes(etag))
    return new Response(null, { status: 304, headers });

  const ifRange = c.req.header('if-range');
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header('range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  headers['content-length'] = String(end - start + 1);
  if (range !== 'whole') headers['content-range'] = `bytes ${start}-${end}/${size}`;
  const status = range === 'whole' ? 200 : 206;
  if (c.req.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  if (download && start === 0) {
    store.accounts.count(file.accountId, day(nowSeconds()), 0, 1);
    store.files.touch(file.id, nowSeconds());
  }
  const stream = Readable.toWeb(createReadStream(path, { start, end }));
  return new Response(stream as ReadableStream<Uint8Array>, { status, headers });
}

interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a range (RFC 9110, section 14) with an inclusive end. "whole" without a header, and for other units, malformed
 * headers and several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** RFC 6266: a plain name for old clients, and the exact one. */
function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
