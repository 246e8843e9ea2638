import { readText } from './caller.ts';
import { type Context, NotedError } from './check-context.ts';
import { expect } from './shapes.ts';

/** Relative addresses in the page are relative to the returned `url`. */
export async function openPage({ api }: Context, address: string): Promise<{ html: string; url: string }> {
  const response = await api.fetch(api.resolve(address));
  const html = await readText(address, response);
  expect(response.ok, `${address} responds with HTTP ${response.status}`);
  expect((response.headers.get('content-type') ?? '').includes('html'), `${address} is not a page`);
  return { html, url: response.url || api.resolve(address) };
}

/** An image may appear later than its file. */
export async function openImage({ api }: Context, what: string, address: string): Promise<void> {
  const response = await api.fetch(api.resolve(address));
  await response.body?.cancel();
  if (response.status === 404) throw new NotedError(`${what} does not exist yet`);
  expect(response.ok, `${what} responds with HTTP ${response.status}`);
  expect((response.headers.get('content-type') ?? '').startsWith('image/'), `${what} is not an image`);
}
