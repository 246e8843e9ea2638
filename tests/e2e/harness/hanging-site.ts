/** A page with one link that never finishes loading, or is busy for a while. */
import { startLocalServer } from '../../local-server.ts';

export interface HangingSite {
  /** Waits for a script that never arrives. */
  readonly hangingUrl: string;
  /** Loads, and is then busy for `busyMs`. */
  readonly busyUrl: string;
  close(): Promise<void>;
}

export const busyMs = 4_000;

/** `link` and `text` are on both pages. */
export async function startHangingSite(link: string, text: string): Promise<HangingSite> {
  const busy = `setTimeout(() => { const end = Date.now() + ${busyMs}; while (Date.now() < end); }, 300)`;
  const body = (script: string) =>
    `<!doctype html><title>A page</title><a href="${link}">${text}</a><script${script}</script>`;
  const pages: Readonly<Record<string, string>> = {
    '/hanging': body(' src="/never.js">'),
    '/busy': body(`>${busy}`),
  };
  const { url: origin, close } = await startLocalServer(({ url = '' }, response) => {
    const page = pages[url];
    if (page !== undefined) response.setHeader('content-type', 'text/html').end(page);
    else if (url !== '/never.js') response.writeHead(204).end();
  });
  return {
    hangingUrl: `${origin}/hanging`,
    busyUrl: `${origin}/busy`,
    close,
  };
}
