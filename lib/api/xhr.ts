/**
 * An exchange over `XMLHttpRequest`, where there is one: only it reports upload progress. It follows redirects; the request
 * carries nothing but what the service asked to be sent to this address.
 */
import type { HttpFailure, HttpResponse } from './http.ts';

/** The part that is used, without the DOM's types. */
export interface Xhr {
  readonly status: number;
  readonly responseText: string;
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

  xhr.onload = () => resolve({ complete: true, status: xhr.status, text: xhr.responseText, redirect: false });
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
