/** The part of `XMLHttpRequest` that uploads use, over a real connection: Node has none. */
import { type ClientRequest, request } from 'node:http';
import type { Xhr } from '../../../../lib/api/xhr.ts';

export class NodeXhr implements Xhr {
  status = 0;
  responseText = '';
  responseURL = '';
  readonly upload: Xhr['upload'] = { onprogress: null };
  onload: Xhr['onload'] = null;
  onerror: Xhr['onerror'] = null;
  onabort: Xhr['onabort'] = null;
  #request: ClientRequest | null = null;
  #aborted = false;

  open(method: string, url: string): void {
    this.#request = request(url, { method }, async (response) => {
      this.status = response.statusCode ?? 0;
      this.responseURL = url;
      for await (const chunk of response.setEncoding('utf8')) this.responseText += chunk;
      this.onload?.();
    });
    this.#request.on('error', () => (this.#aborted ? this.onabort?.() : this.onerror?.()));
  }

  send(body: FormData): void {
    void this.#send(new Response(body));
  }

  abort(): void {
    this.#aborted = true;
    this.#request?.destroy(new Error('aborted'));
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
