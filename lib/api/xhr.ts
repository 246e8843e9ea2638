/**
 * Sends with `XMLHttpRequest`, which alone reports upload progress. It always follows redirects, and on 307 and 308 it resends the form
 * with its key. So it is created in an empty frame, whose content security policy allows connections to one origin only. Browsers check
 * that policy before each request, including redirects. A response from another address than the requested one is not trusted.
 */
import { type HttpFailure, type HttpResponse, maxBodyBytes } from './http.ts';
import { createForm, type PostRequest } from './post-file.ts';

export interface Xhr {
  readonly status: number;
  responseType: 'arraybuffer';
  readonly response: ArrayBuffer;
  /** After redirects, without a fragment. */
  readonly responseURL: string;
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
  };
  onprogress: ((event: { readonly loaded: number }) => void) | null;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  send(body: FormData): void;
  abort(): void;
}

/** It can connect to one origin only. */
export interface GuardedXhr {
  readonly xhr: Xhr;
  /** Removing the frame ends the request without an event. */
  onGone: (() => void) | null;
  /** The request failed because it was redirected to another origin. */
  readonly wasRedirected: () => Promise<boolean>;
  readonly close: () => void;
}

/** For the frame to load, and for the browser to report a policy violation. */
const frameTimeoutMs = 5_000;
const violationTimeoutMs = 250;

/** Policies can't name IPv6 addresses. */
const namedInPolicy = /^[a-z\d.-]+$/;

/** @returns null without frames (workers), in a sandboxed page, or if a policy can't name the host */
export async function openGuardedXhr(scope: object, { origin, hostname }: URL): Promise<GuardedXhr | null> {
  const { document } = scope as { document?: Document };
  if (document === undefined || !namedInPolicy.test(hostname)) return null;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  const loaded = new Promise<boolean>((resolve) => {
    frame.onload = () => resolve(true);
    setTimeout(resolve, frameTimeoutMs, false);
  });
  // Not into the body, which frameworks may re-render.
  document.documentElement.append(frame);
  // Firefox replaces the first document of a frame.
  const inside = (await loaded) ? readWindow(frame) : null;
  if (inside === null) {
    frame.remove();
    return null;
  }
  const policy = { httpEquiv: 'Content-Security-Policy', content: `connect-src ${origin}` };
  inside.document.head.append(Object.assign(inside.document.createElement('meta'), policy));
  const violated = Promise.withResolvers<boolean>();
  inside.document.onsecuritypolicyviolation = ({ originalPolicy }) => {
    // The frame inherits the website's policy, whose violations don't count.
    if (originalPolicy === policy.content) violated.resolve(true);
  };
  const guarded: GuardedXhr = {
    xhr: new inside.XMLHttpRequest() as Xhr,
    onGone: null,
    wasRedirected() {
      setTimeout(violated.resolve, violationTimeoutMs, false);
      return violated.promise;
    },
    close() {
      guarded.onGone = null;
      frame.remove();
    },
  };
  inside.onpagehide = () => guarded.onGone?.();
  return guarded;
}

/** Null if the frame was removed, or is of another origin, as in a sandboxed page. */
function readWindow({ contentWindow }: HTMLIFrameElement): (Window & typeof globalThis) | null {
  try {
    return contentWindow?.document ? (contentWindow as Window & typeof globalThis) : null;
  } catch {
    return null;
  }
}

export async function exchangeByXhr(
  guarded: GuardedXhr,
  post: PostRequest,
): Promise<HttpResponse | HttpFailure> {
  const { xhr, wasRedirected, close } = guarded;
  const { url, signal, onSent, onProgress } = post;
  const { promise, resolve } = Promise.withResolvers<HttpResponse | HttpFailure>();
  const resolveFailure = (reason: HttpFailure['reason'], cause?: unknown) =>
    resolve({ complete: false, reason, status: xhr.status || null, cause });
  const abort = (reason: HttpFailure['reason']) => {
    // Before the abort, which clears the status and fires an event.
    resolveFailure(reason, signal?.reason);
    xhr.abort();
  };
  const onAbort = () => abort('aborted');
  const [requestedUrl] = url.href.split('#', 1);
  signal?.addEventListener('abort', onAbort, { once: true });

  xhr.onprogress = ({ loaded }) => {
    if (loaded > maxBodyBytes) abort('too-large');
  };
  xhr.onload = () => {
    const { status, response, responseURL } = xhr;
    const text = new TextDecoder().decode(response);
    resolve({ complete: true, status, text, redirect: responseURL !== requestedUrl });
  };
  xhr.onerror = async () => {
    if (await wasRedirected()) resolve({ complete: true, status: 0, text: '', redirect: true });
    else resolveFailure('network');
  };
  xhr.onabort = () => resolveFailure('aborted', signal?.reason);
  guarded.onGone = () => resolveFailure('network');
  xhr.upload.onprogress = ({ loaded, total }) => {
    onSent?.(loaded >= total);
    onProgress?.({ sent: loaded, total });
  };
  // As text, Firefox decodes an endless response bit by bit and reports no more progress.
  xhr.responseType = 'arraybuffer';
  try {
    if (signal?.aborted) return { complete: false, reason: 'aborted', status: null, cause: signal.reason };
    xhr.open('POST', url.href);
    xhr.send(createForm(post));
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    close();
  }
}
