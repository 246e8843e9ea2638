/** The POST of a file by whatever the scope has: `XMLHttpRequest`, which tells of progress, else `fetch`. */
import { exchange } from './http.ts';
import { postFile, type SendFileOptions } from './post-file.ts';
import type { UploadedFile } from './upload-answer.ts';
import { xhrExchange, xhrOf } from './xhr.ts';

export type { SendFileOptions, UploadProgress } from './post-file.ts';
export type { UploadedFile };

/** As `postFile`. */
export function sendFile({ fetch, ...options }: SendFileOptions): Promise<UploadedFile> {
  const Xhr = fetch ? undefined : xhrOf(globalThis);
  if (Xhr) return postFile(options, (post) => xhrExchange(new Xhr(), post));
  const total = options.file.size;
  // `fetch` tells nothing of what has left, so there are two steps only.
  return postFile(options, async ({ onProgress, ...post }) => {
    onProgress?.({ sent: 0, total });
    const http = await exchange({ ...post, fetch, method: 'POST', timeout: Number.POSITIVE_INFINITY });
    if (http.complete) onProgress?.({ sent: total, total });
    return http;
  });
}
