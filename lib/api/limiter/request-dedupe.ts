/** Equal reads share one request, which ends when its last caller aborts. After a change, no caller joins an earlier request. */
import type { Lane } from './lanes.ts';

export interface QueuedCall<T> {
  readonly result: Promise<T>;
  /** To a more urgent lane. */
  promote(lane: Lane): void;
}

interface SharedRequest<T> {
  readonly call: QueuedCall<T>;
  readonly controller: AbortController;
  callers: number;
}

export class RequestDedupe {
  readonly #open = new Map<string, SharedRequest<unknown>>();

  /** @param key the same for equal reads. @param start starts the request for the first caller */
  share<T>(
    key: string,
    lane: Lane,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => QueuedCall<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const request = (this.#open.get(key) as SharedRequest<T> | undefined) ?? this.#start(key, start);
    request.callers += 1;
    request.call.promote(lane);
    if (!signal) return request.call.result;

    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        request.callers -= 1;
        if (request.callers > 0) return;
        this.#close(key, request);
        request.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      request.call.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  invalidate(): void {
    this.#open.clear();
  }

  #start<T>(key: string, start: (signal: AbortSignal) => QueuedCall<T>): SharedRequest<T> {
    const controller = new AbortController();
    const request: SharedRequest<T> = { call: start(controller.signal), controller, callers: 0 };
    this.#open.set(key, request);
    const close = () => this.#close(key, request);
    request.call.result.then(close, close);
    return request;
  }

  #close(key: string, request: SharedRequest<unknown>): void {
    // A later request may have replaced it.
    if (this.#open.get(key) === request) this.#open.delete(key);
  }
}
