/** A website for the widget's tests: pages from strings, and the built scripts, on its own origin. */
import { buildPlayerScript } from '../../scripts/build-player-script.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';

export interface Site extends LocalServer {
  /** Adds a page and returns its address. A fragment gets a doctype and a title. */
  page(html: string, headers?: Readonly<Record<string, string>>): string;
  file(path: string, script: string): void;
}

interface Answer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function startSite(): Promise<Site> {
  // Like on a CDN.
  const script = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
  const answers = new Map<string, Answer>([
    ['/linkhaul-player.js', { body: await buildPlayerScript(), headers: script }],
    ['/auto.js', { body: await buildPlayerScript('auto'), headers: script }],
    ['/linkhaul-player-extras.js', { body: await buildPlayerScript('extras'), headers: script }],
    ['/favicon.ico', { body: '', headers: {} }],
  ]);
  const server = await startLocalServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  return {
    ...server,
    page(html, headers = {}) {
      const path = `/${answers.size}`;
      const body = html.startsWith('<!doctype')
        ? html
        : `<!doctype html><html lang="en"><title>A website</title>${html}`;
      answers.set(path, { body, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
      return server.url + path;
    },
    file(path, body) {
      answers.set(path, { body, headers: script });
    },
  };
}
