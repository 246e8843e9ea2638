/** What sanitizers of user content leave of each format: at least a link to the player, with the title as its text. */
import { HtmlRenderer, Parser } from 'commonmark';
import createDOMPurify, { type WindowLike } from 'dompurify';
import { JSDOM } from 'jsdom';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import sanitizeHtml from 'sanitize-html';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { type EmbedFormat, embedCode, embedCodes, embedFormats, embedUrl } from '../../widget/src/index.ts';

const { window } = new JSDOM('');
const purify = createDOMPurify(window as unknown as WindowLike);
const rehype = unified().use(rehypeParse, { fragment: true }).use(rehypeSanitize).use(rehypeStringify);

const options = {
  baseUrl: 'https://host.example',
  fileCode: 'abc',
  title: 'Tom & "Jerry" <i>',
  poster: 'https://cdn.example/p.jpg?a=1&b=2',
  subtitle: { file: 'https://cdn.example/en.vtt', label: 'English' },
};

/** Formats that users don't paste: for the head of a page, or for projects. */
const ofDevelopers: readonly EmbedFormat[] = [
  'json-ld',
  'open-graph',
  'oembed',
  'react',
  'vue',
  'svelte',
  'astro',
];
const formats = embedFormats.filter((format) => !ofDevelopers.includes(format));

/** The sanitizer's input. Markdown is rendered first, and forums have their own sanitizers. */
function toHtml(code: string, format: EmbedFormat): string {
  return format === 'markdown' ? new HtmlRenderer().render(new Parser().parse(code)) : code;
}

function expectLinks(html: string, format: EmbedFormat, addresses: readonly string[]): void {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  expect(html).not.toMatch(/<script|<iframe|srcdoc/);
  if (format === 'address' || format === 'bbcode') {
    for (const address of addresses) expect(body.textContent).toContain(address);
    return;
  }
  const links = [...body.querySelectorAll('a')];
  expect(links.map(({ href }) => href)).toEqual(addresses);
  for (const link of links) expect(link.textContent || link.querySelector('img')?.alt).toBe(options.title);
  // No markup is left as text.
  expect(body.textContent).not.toMatch(/href=|iframe/);
}

const filters: Readonly<Record<string, (html: string) => string>> = {
  DOMPurify: (html) => purify.sanitize(html),
  'sanitize-html': (html) =>
    sanitizeHtml(html, { allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img'] }),
  'rehype-sanitize': (html) => String(rehype.processSync(html)),
};

describe.each(Object.entries(filters))('%s', (_, filter) => {
  it.each(formats)('leaves a link of %s', (format) => {
    expectLinks(filter(toHtml(embedCode(options, format), format)), format, [embedUrl(options)]);
    const both = [options, { ...options, fileCode: 'def' }];
    expectLinks(filter(toHtml(embedCodes(both, format), format)), format, both.map(embedUrl));
  });
});
