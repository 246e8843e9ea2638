/** Sends a file by POST: with `XMLHttpRequest`, which reports progress, where the scope has it, else with `fetch`. */
import { exchange } from './http.ts';
import { postFile, type SendFileOptions } from './post-file.ts';
import type { UploadedFile } from './upload-response.ts';
import { exchangeByXhr, findXhr } from './xhr.ts';

export type { SendFileOptions, UploadProgress } from './post-file.ts';
export type { UploadedFile };

/** As `postFile`. */
export function sendFile({ fetch, post, ...options }: SendFileOptions): Promise<UploadedFile> {
  if (post) return postFile(options, post);
  const Xhr = fetch ? undefined : findXhr(globalThis);
  if (Xhr) return postFile(options, (post) => exchangeByXhr(new Xhr(), post));
  const total = options.file.size;
  // `fetch` reports no upload progress, so there are two steps only.
  return postFile(options, async ({ onProgress, ...post }) => {
    onProgress?.({ sent: 0, total });
    const http = await exchange({ ...post, fetch, method: 'POST', timeoutMs: Number.POSITIVE_INFINITY });
    if (http.complete) onProgress?.({ sent: total, total });
    return http;
  });
}
