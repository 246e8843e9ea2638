/**
 * An exchange over `XMLHttpRequest`: only it reports upload progress. The browser follows redirects by itself, on 307 and 308 with
 * the form and its key; to another origin only where that allows it (a preflight, caused by the progress listener) or where the
 * extension has access to the host. What comes from another address than the requested one is not taken for the service's answer.
 */
import { type HttpFailure, type HttpResponse, maxBodyBytes } from './http.ts';
import { createForm, type PostRequest } from './post-file.ts';

/** From the head of the answer to its last byte. Until the head comes there is no limit: the service may be processing. */
const bodyTimeoutMs = 60_000;

const headersReceived = 2;

export interface Xhr {
  readonly readyState: number;
  readonly status: number;
  responseType: 'arraybuffer';
  readonly response: ArrayBuffer;
  /** After redirects; without a fragment. */
  readonly responseURL: string;
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
  };
  onreadystatechange: (() => void) | null;
  onprogress: ((event: { readonly loaded: number }) => void) | null;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  send(body: FormData): void;
  abort(): void;
}

export const findXhr = (scope: object): (new () => Xhr) | undefined =>
  (scope as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;

export async function exchangeByXhr(xhr: Xhr, post: PostRequest): Promise<HttpResponse | HttpFailure> {
  const { url, signal, onProgress } = post;
  const { promise, resolve } = Promise.withResolvers<HttpResponse | HttpFailure>();
  const resolveFailure = (reason: HttpFailure['reason'], cause?: unknown) =>
    resolve({ complete: false, reason, status: xhr.status || null, cause });
  const abort = (reason: HttpFailure['reason']) => {
    // First: an abort clears the status, and reports itself.
    resolveFailure(reason, signal?.reason);
    xhr.abort();
  };
  const onAbort = () => abort('aborted');
  const [requestedUrl] = url.href.split('#', 1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal?.addEventListener('abort', onAbort, { once: true });

  xhr.onreadystatechange = () => {
    if (xhr.readyState === headersReceived) timer ??= setTimeout(abort, bodyTimeoutMs, 'timeout');
  };
  xhr.onprogress = ({ loaded }) => {
    if (loaded > maxBodyBytes) abort('too-large');
  };
  xhr.onload = () => {
    const { status, response, responseURL } = xhr;
    const text = new TextDecoder().decode(response);
    resolve({ complete: true, status, text, redirect: responseURL !== requestedUrl });
  };
  xhr.onerror = () => resolveFailure('network');
  xhr.onabort = () => resolveFailure('aborted', signal?.reason);
  // A listener here causes a CORS preflight, so it is set only where progress is wanted.
  if (onProgress) xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  // As text, Firefox decodes an endless answer piece by piece and reports no more progress.
  xhr.responseType = 'arraybuffer';
  xhr.open('POST', url.href);
  xhr.send(createForm(post));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
