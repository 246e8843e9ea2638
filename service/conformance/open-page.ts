import { readText } from './caller.ts';
import { type Context, NotedError } from './check-context.ts';
import { expect } from './shapes.ts';

/** Opens a page; relative addresses in it lead on from `url`. */
export async function openPage({ api }: Context, address: string): Promise<{ html: string; url: string }> {
  const response = await api.fetch(api.resolve(address));
  const html = await readText(address, response);
  expect(response.ok, `${address} answers HTTP ${response.status}`);
  expect((response.headers.get('content-type') ?? '').includes('html'), `${address} is no page`);
  return { html, url: response.url || api.resolve(address) };
}

/** Expects an image, which may come later than its file. */
export async function openImage({ api }: Context, what: string, address: string): Promise<void> {
  const response = await api.fetch(api.resolve(address));
  await response.body?.cancel();
  if (response.status === 404) throw new NotedError(`${what} is not there yet`);
  expect(response.ok, `${what} answers HTTP ${response.status}`);
  expect((response.headers.get('content-type') ?? '').startsWith('image/'), `${what} is no image`);
}
