/**
 * Embed addresses of hosts whose player addresses differ from docs/http-api.md. Their base address is the whole address with `CODE` in
 * place of the file's code: `https://host.example/embed-CODE.html`. Kept out of `embed-url.ts` because the element loads that file.
 */
import {
  type EmbedOptions,
  parseEmbedUrl as parseDocumented,
  embedUrl as writeDocumented,
} from './embed-url.ts';
import { type AddressRules, checkAddress } from './validation.ts';

/**
 * Returns the address of the hosted player. Nested addresses are encoded completely, so they can't end their parameter.
 * @throws {EmbedError} if an option is invalid.
 */
export function embedUrl(options: EmbedOptions): string {
  const url = new URL(writeDocumented(options));
  // Codes are encoded, so they contain no slash.
  const [, form = '', code = ''] = /^(.*)\/e\/([^/]*)$/.exec(url.pathname) ?? [];
  if (form.includes('CODE')) url.pathname = form.replace('CODE', () => code);
  return url.href;
}

/**
 * The inverse of `embedUrl`. Also accepts a download page (`/d/`) and a trailing slash or file name, and ignores other parameters. Players
 * are at `/e/`, `/v/`, `/embed/` or `/embed-<file code>.html`. The result includes `allowHttp` if it was given, so that it is valid for
 * `embedUrl`.
 * @throws {EmbedError} if it isn't an embed address. `field` is `url` or the option's name.
 */
export function parseEmbedUrl(url: string, rules: AddressRules = {}): EmbedOptions {
  const address = checkAddress('url', url, rules);
  const [, before, code, ending = ''] =
    /^(.*\/(?:v\/|embed[/-]))([^/]+?)(\.html)?\/*$/.exec(address.pathname) ?? [];
  if (before === undefined) return parseDocumented(url, rules);
  address.pathname = `/e/${code}`;
  return { ...parseDocumented(address.href, rules), baseUrl: `${address.origin}${before}CODE${ending}` };
}
