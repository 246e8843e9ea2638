/** The part of `XMLHttpRequest` that uploads use, over a real connection, and a document whose frames provide it. Node has neither. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Xhr } from '../../../../lib/api/xhr.ts';

/** A document whose frames make `NodeXhr` follow the policy in their head, as a browser does. */
export const nodeDocument = {
  documentElement: { append: ({ onload }: { onload: () => void }) => onload() },
  createElement() {
    const metas: { content: string }[] = [];
    const document = {
      head: { append: (meta: { content: string }) => void metas.push(meta) },
      createElement: () => ({}),
      onsecuritypolicyviolation: null as ((event: { originalPolicy: string | undefined }) => void) | null,
    };
    class FrameXhr extends NodeXhr {
      override mayFollow = (url: URL): boolean => {
        const isAllowed = metas.every(({ content }) => content === `connect-src ${url.origin}`);
        const originalPolicy = metas[0]?.content;
        if (!isAllowed) setTimeout(() => document.onsecuritypolicyviolation?.({ originalPolicy }));
        return isAllowed;
      };
    }
    return { contentWindow: { document, XMLHttpRequest: FrameXhr }, remove: () => {} };
  },
};

export class NodeXhr implements Xhr {
  mayFollow = (_url: URL): boolean => true;
  status = 0;
  responseType: Xhr['responseType'] = 'arraybuffer';
  response = new ArrayBuffer();
  responseURL = '';
  readonly upload: Xhr['upload'] = { onprogress: null };
  onprogress: Xhr['onprogress'] = null;
  onload: Xhr['onload'] = null;
  onerror: Xhr['onerror'] = null;
  onabort: Xhr['onabort'] = null;
  #request: ClientRequest | null = null;
  #form: FormData | null = null;
  #aborted = false;

  open(method: string, url: string): void {
    this.#request = request(url, { method }, (response) => {
      const { location } = response.headers;
      // Follows redirects, as a browser does.
      if (location !== undefined && this.#form) {
        const target = new URL(location, url);
        if (!this.mayFollow(target)) return this.#fail();
        this.open(method, target.href);
        this.send(this.#form);
      } else {
        this.#read(response, url).catch(() => this.#fail());
      }
    });
    this.#request.on('error', () => this.#fail());
  }

  send(body: FormData): void {
    this.#form = body;
    void this.#send(new Response(body));
  }

  abort(): void {
    this.#aborted = true;
    this.#request?.destroy(new Error('aborted'));
  }

  #fail(): void {
    if (this.#aborted) this.onabort?.();
    else this.onerror?.();
  }

  async #read(response: IncomingMessage, url: string): Promise<void> {
    this.status = response.statusCode ?? 0;
    // Without the fragment, as in a browser.
    this.responseURL = url.split('#', 1)[0] ?? '';
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let loaded = 0;
    for await (const chunk of response) {
      chunks.push(new Uint8Array(chunk));
      loaded += chunk.length;
      this.onprogress?.({ loaded });
    }
    this.response = await new Blob(chunks).arrayBuffer();
    this.onload?.();
  }

  async #send(encoded: Response): Promise<void> {
    const type = encoded.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await encoded.arrayBuffer());
    this.#request?.setHeader('content-type', type).setHeader('content-length', bytes.length);
    const total = bytes.length;
    for (let sent = 0; sent < total && !this.#aborted; ) {
      const chunk = bytes.subarray(sent, sent + 64 * 1024);
      await new Promise<void>((resolve) => this.#request?.write(chunk, () => resolve()));
      sent += chunk.length;
      this.upload.onprogress?.({ loaded: sent, total });
    }
    this.#request?.end();
  }
}
