/**
 * An exchange over `XMLHttpRequest`, where there is one: only it reports upload progress. It follows redirects and cannot be
 * kept from it. To another origin the browser follows only where that origin allows it (a preflight, caused by the progress
 * listener); what comes back from there is not taken for the service's answer.
 */
import type { HttpFailure, HttpResponse } from './http.ts';

/** The part that is used, without the DOM's types. */
export interface Xhr {
  readonly status: number;
  readonly responseText: string;
  /** Of the answer, after redirects. */
  readonly responseURL: string;
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
  };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  send(body: FormData): void;
  abort(): void;
}

/** The constructor, where the scope has one. */
export function findXhr(scope: object): (new () => Xhr) | undefined {
  return (scope as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
}

export interface XhrRequest {
  readonly url: URL;
  readonly body: FormData;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined;
}

export async function exchangeByXhr(
  xhr: Xhr,
  { url, body, signal, onProgress }: XhrRequest,
): Promise<HttpResponse | HttpFailure> {
  const { promise, resolve } = Promise.withResolvers<HttpResponse | HttpFailure>();
  const resolveFailure = (reason: 'network' | 'aborted', cause?: unknown) =>
    resolve({ complete: false, reason, status: null, cause });
  const onAbort = () => xhr.abort();
  signal?.addEventListener('abort', onAbort, { once: true });

  xhr.onload = () => {
    const { status, responseText: text, responseURL } = xhr;
    resolve({ complete: true, status, text, redirect: URL.parse(responseURL)?.origin !== url.origin });
  };
  xhr.onerror = () => resolveFailure('network');
  xhr.onabort = () => resolveFailure('aborted', signal?.reason);
  // A listener here causes a CORS preflight, so it is set only where progress is wanted.
  if (onProgress) xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  xhr.open('POST', url.href);
  xhr.send(body);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
