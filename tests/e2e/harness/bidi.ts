/**
 * Adds what Playwright and Firefox 153 lack for `moz-extension:` pages over WebDriver BiDi, on a connection taken from Playwright's
 * internals.
 */
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, BrowserType } from '@playwright/test';

/** Only needed for media emulation. Firefox doesn't know this command, so we respond. */
const unknownCommand = 'emulation.setMediaFeaturesOverride';

/** For Firefox's own event. */
const eventMs = 100;
const maxTries = 100;

interface Message {
  readonly id?: number;
  readonly type?: string;
  readonly method?: string;
  readonly params?: {
    readonly context?: string;
    readonly realm?: string;
    readonly url?: string;
    readonly filepath?: string;
  };
  readonly result?: unknown;
}

interface Context {
  readonly context: string;
  readonly url: string;
  readonly children: readonly Context[];
}

interface Transport {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: ((reason?: string) => void) | undefined;
  send(message: Message): void;
  close(): void;
}

interface Implementation {
  readonly _bidiFirefox: {
    connectToTransport(transport: Transport, ...rest: readonly unknown[]): Promise<unknown>;
  };
  readonly _browserSession: { send(method: string, params: object): Promise<unknown> };
}

const implementationOf = (object: object): Implementation =>
  (object as { _connection: { toImpl(object: object): Implementation } })._connection.toImpl(object);

const prepared = new WeakSet<object>();

/** Lets Playwright follow Firefox's `moz-extension:` pages. */
export function supportFirefox(browserType: BrowserType): void {
  const implementation = implementationOf(browserType)._bidiFirefox;
  if (prepared.has(implementation)) return;
  prepared.add(implementation);
  const connect = implementation.connectToTransport.bind(implementation);
  implementation.connectToTransport = (transport, ...rest) =>
    connect(new CompleteTransport(transport), ...rest);
}

/** Adds events that Firefox omits: new realms, page loads and closed pages. Completes download events. */
class CompleteTransport implements Transport {
  onmessage?: ((message: Message) => void) | undefined;
  readonly #transport: Transport;
  /** Contexts by realm. */
  readonly #realms = new Map<string, string>();
  readonly #contexts = new Set<string>();
  readonly #pending = new Map<number, (message: Message) => void>();
  /** Contexts by the command that closes them. */
  readonly #closing = new Map<number, string>();
  #nextId = 2 ** 40;

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.onmessage = (message) => this.#receive(message);
  }

  get onclose() {
    return this.#transport.onclose;
  }

  set onclose(listener) {
    this.#transport.onclose = listener;
  }

  send(message: Message): void {
    const { id = 0, method, params } = message;
    if (method === 'browsingContext.close') this.#closing.set(id, params?.context ?? '');
    if (method !== unknownCommand) this.#transport.send(message);
    else queueMicrotask(() => this.onmessage?.({ type: 'success', id, result: {} }));
  }

  close(): void {
    this.#transport.close();
  }

  #receive(message: Message): void {
    const answer = this.#pending.get(message.id ?? 0);
    if (answer) {
      answer(message);
      return;
    }
    const closed = this.#closing.get(message.id ?? 0);
    this.#closing.delete(message.id ?? 0);
    // It was gone already, and Playwright waits for an event.
    if (closed !== undefined && message.type === 'error') void this.#findEnd(closed);
    const { context = '', realm = '', url = '', filepath } = message.params ?? {};
    switch (message.method) {
      // Playwright identifies downloads by an id, and expects the file under its suggested name.
      case 'browsingContext.downloadWillBegin':
        return;
      case 'browsingContext.downloadEnd': {
        const params = { ...message.params, download: url, suggestedFilename: basename(filepath ?? '') };
        this.onmessage?.({ ...message, method: 'browsingContext.downloadWillBegin', params });
        this.onmessage?.({ ...message, params });
        return;
      }
      case 'browsingContext.contextCreated':
        if (this.#contexts.has(context)) return;
        this.#contexts.add(context);
        break;
      case 'browsingContext.contextDestroyed':
        if (!this.#contexts.delete(context)) return;
        break;
      case 'browsingContext.navigationCommitted':
        if (url.startsWith('moz-extension:') || !this.#contexts.has(context))
          setTimeout(() => void this.#follow(context, message.params), eventMs);
        break;
      case 'script.realmCreated':
        if (this.#realms.has(realm)) return;
        this.#realms.set(realm, context);
        break;
      case 'script.realmDestroyed': {
        const of = this.#realms.get(realm);
        if (of) setTimeout(() => void this.#findEnd(of), eventMs);
        break;
      }
    }
    this.onmessage?.(message);
  }

  /** Waits for a navigation's document, then finds its realms. */
  async #follow(context: string, navigation: Message['params']): Promise<void> {
    if (!this.#contexts.has(context)) await this.#findContext(context);
    const expression = `new Promise((resolve) => {
      if (document.readyState === 'complete') resolve();
      else addEventListener('load', resolve, { once: true });
    })`;
    const load = { expression, target: { context }, awaitPromise: true };
    for (let tries = 0; tries < maxTries; tries++) {
      // The document may not exist yet.
      if ((await this.#call('script.evaluate', load)).type === 'success') break;
      await this.#findEnd(context);
      if (!this.#contexts.has(context)) return;
      await delay(eventMs);
    }
    const { result } = await this.#call('script.getRealms', { context });
    const { realms = [] } = (result ?? {}) as { realms?: Message['params'][] };
    for (const params of realms)
      if (params) this.#receive({ type: 'event', method: 'script.realmCreated', params });
    for (const event of ['domContentLoaded', 'load'])
      this.onmessage?.({ type: 'event', method: `browsingContext.${event}`, params: { ...navigation } });
  }

  /** Firefox doesn't report frames in extension pages, nor every tab that an extension opens in the background. */
  async #findContext(context: string): Promise<void> {
    const { result } = await this.#call('browsingContext.getTree', {});
    const tabs = (result as { contexts: readonly Context[] }).contexts;
    const frames = tabs.flatMap((tab) => tab.children.map((frame) => ({ ...frame, parent: tab.context })));
    const found = [...tabs, ...frames].find((each) => each.context === context);
    if (found)
      this.#receive({ type: 'event', method: 'browsingContext.contextCreated', params: { ...found } });
  }

  async #findEnd(context: string): Promise<void> {
    if (!this.#contexts.has(context)) return;
    const { type } = await this.#call('browsingContext.getTree', { root: context });
    if (type !== 'error') return;
    const params = { context, children: [], parent: null, url: '' };
    this.#receive({ type: 'event', method: 'browsingContext.contextDestroyed', params });
  }

  #call(method: string, params: object): Promise<Message> {
    this.#nextId += 1;
    const id = this.#nextId;
    return new Promise((resolve) => {
      this.#pending.set(id, (message) => {
        this.#pending.delete(id);
        resolve(message);
      });
      this.#transport.send({ id, method, params });
    });
  }
}

export class BidiSession {
  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** @throws {Error} if Firefox rejects the command */
  async send(method: string, params: object): Promise<unknown> {
    const browser = this.#context.browser();
    if (browser === null) throw new Error('Playwright gives no access to the browser as a whole.');
    return implementationOf(browser)._browserSession.send(method, params);
  }

  /**
   * Runs a script with the browser's own privileges. Returns a string.
   * @throws {Error} if the script throws
   */
  async runPrivileged(script: string): Promise<string> {
    const { contexts } = (await this.send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
      contexts: readonly { context: string }[];
    };
    const target = { context: contexts[0]?.context };
    const params = { expression: `(async () => { ${script} })()`, target, awaitPromise: true };
    const answer = (await this.send('script.evaluate', params)) as {
      result?: { value: string };
      exceptionDetails?: { text: string };
    };
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result?.value ?? '';
  }
}
