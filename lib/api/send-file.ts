/** Sends a file by POST: with `XMLHttpRequest`, which reports progress, where the scope has it, else with `fetch`. */
import { documentUpload } from './dialects/document.ts';
import { exchange } from './http.ts';
import { createForm, postFile, type SendFileOptions } from './post-file.ts';
import type { UploadedFile } from './upload-response.ts';
import { exchangeByXhr, findXhr } from './xhr.ts';

/** As `postFile`. The file is a Blob, unless there is a `post` that takes others. */
export function sendFile({
  fetch,
  post,
  form = documentUpload,
  ...given
}: SendFileOptions): Promise<UploadedFile> {
  const options = { ...given, form };
  if (post) return postFile(options, post);
  const Xhr = fetch ? undefined : findXhr(globalThis);
  if (Xhr) return postFile(options, (post) => exchangeByXhr(new Xhr(), post));
  const total = options.file.size ?? 0;
  // `fetch` reports no upload progress, so there are two steps only.
  return postFile(options, async (post) => {
    post.onProgress?.({ sent: 0, total });
    const { url, signal } = post;
    const init = { method: 'POST', body: createForm(post) };
    const http = await exchange(url, init, { signal, fetch, timeoutMs: Number.POSITIVE_INFINITY });
    if (http.complete) post.onProgress?.({ sent: total, total });
    return http;
  });
}
