/**
 * An exchange over `XMLHttpRequest`, where there is one: nothing else tells how much of an upload has left. Redirects
 * cannot be refused here; the request carries nothing but what the service itself asked to be sent to this address.
 */
import type { HttpAnswer, HttpFailure } from './http.ts';

/** The part that is used; the DOM's own types are not needed in Node. */
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
export function xhrOf(scope: object): (new () => Xhr) | undefined {
  return (scope as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;
}

export interface XhrRequest {
  readonly url: URL;
  readonly body: FormData;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined;
}

export async function xhrExchange(
  xhr: Xhr,
  { url, body, signal, onProgress }: XhrRequest,
): Promise<HttpAnswer | HttpFailure> {
  const { promise, resolve } = Promise.withResolvers<HttpAnswer | HttpFailure>();
  const lost = (reason: 'network' | 'aborted', cause?: unknown) =>
    resolve({ complete: false, reason, status: null, cause });
  const onAbort = () => xhr.abort();
  signal?.addEventListener('abort', onAbort, { once: true });

  xhr.onload = () => resolve({ complete: true, status: xhr.status, text: xhr.responseText, redirect: false });
  xhr.onerror = () => lost('network');
  xhr.onabort = () => lost('aborted', signal?.reason);
  // A listener here makes a browser ask first (CORS preflight), so it is set only for somebody who looks.
  if (onProgress) xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  xhr.open('POST', url.href);
  xhr.send(body);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
