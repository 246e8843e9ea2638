/**
 * Embed addresses of hosts that call their players otherwise than docs/http-api.md. Their base address is the whole form, with `CODE` in
 * the place of the file's code: `https://host.example/embed-CODE.html`. Apart from `embed-url.ts`, which the element loads.
 */
import {
  type EmbedOptions,
  parseEmbedUrl as parseDocumented,
  embedUrl as writeDocumented,
} from './embed-url.ts';
import { type AddressRules, checkAddress } from './validation.ts';

/**
 * The address of the hosted player. Nested addresses are encoded completely: they cannot end their parameter.
 * @throws {EmbedError} where an option is wrong.
 */
export function embedUrl(options: EmbedOptions): string {
  const url = new URL(writeDocumented(options));
  // Codes have no slash: they are encoded.
  const [, form = '', code = ''] = /^(.*)\/e\/([^/]*)$/.exec(url.pathname) ?? [];
  if (form.includes('CODE')) url.pathname = form.replace('CODE', () => code);
  return url.href;
}

/**
 * The inverse of `embedUrl`, also for a download page (`/d/`), with a slash or the file's name at the end. Players are at `/e/`, `/v/`,
 * `/embed/` or `/embed-<file code>.html`. Other parameters are ignored. The result has `allowHttp` if it was given, so that it is
 * valid for `embedUrl`.
 * @throws {EmbedError} where the address is no embed address; its `field` is `url` or the option's name.
 */
export function parseEmbedUrl(url: string, rules: AddressRules = {}): EmbedOptions {
  const address = checkAddress('url', url, rules);
  const [, before, code, ending = ''] =
    /^(.*\/(?:v\/|embed[/-]))([^/]+?)(\.html)?\/*$/.exec(address.pathname) ?? [];
  if (before === undefined) return parseDocumented(url, rules);
  address.pathname = `/e/${code}`;
  return { ...parseDocumented(address.href, rules), baseUrl: `${address.origin}${before}CODE${ending}` };
}
