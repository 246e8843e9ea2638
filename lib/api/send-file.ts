/** Sends a file with `fetch`, or with `XMLHttpRequest` for progress, if that can be kept from sending the key to another origin. */
import { documentUpload } from './dialects/document.ts';
import { exchange, type Fetch } from './http.ts';
import { createForm, type PostExchange, postFile, type SendFileOptions } from './post-file.ts';
import { requireRuntime } from './runtime.ts';
import type { UploadedFile } from './upload-response.ts';
import { exchangeByXhr, openGuardedXhr } from './xhr.ts';

/** The file must be a Blob, unless `post` accepts other content. */
export async function sendFile({
  fetch,
  post,
  form = documentUpload,
  ...given
}: SendFileOptions): Promise<UploadedFile> {
  requireRuntime();
  const usual = fetch ? postByFetch(fetch) : postFromBrowser;
  return postFile({ ...given, form }, post ?? usual);
}

const postFromBrowser: PostExchange = async (post) => {
  const guarded = post.onProgress ? await openGuardedXhr(globalThis, post.url) : null;
  return guarded ? exchangeByXhr(guarded, post) : postByFetch()(post);
};

/** `fetch` reports no upload progress, so only the start and the end are known. */
const postByFetch =
  (fetch?: Fetch): PostExchange =>
  async (post) => {
    const total = post.file.size ?? 0;
    post.onProgress?.({ sent: 0, total, isUnknown: true });
    const { url, signal } = post;
    const init = { method: 'POST', body: createForm(post) };
    const http = await exchange(url, init, { signal, fetch, timeoutMs: Number.POSITIVE_INFINITY });
    if (http.complete) post.onProgress?.({ sent: total, total });
    return http;
  };
