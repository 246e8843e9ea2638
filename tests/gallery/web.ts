/** A few files, with and without CORS. Everything else is unreachable. */
import type { BrowserContext } from '@playwright/test';
import { drawLandscape } from './samples/picture.ts';

interface Served {
  readonly body: string;
  readonly type?: string;
  /** `Access-Control-Allow-Origin`, default `*`. */
  readonly allowedOrigin?: string;
}

const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n';
const document = JSON.stringify([
  { src: 'https://subtitles.example/en.vtt', label: 'English', default: true },
  { src: 'https://subtitles.example/de.vtt', label: 'Deutsch' },
]);

const files: Readonly<Record<string, Served>> = {
  'subtitles.example/en.vtt': { body: vtt },
  'subtitles.example/de.vtt': { body: vtt },
  'subtitles.example/page.vtt': { body: '<!doctype html><title>Not here any more</title>' },
  'subtitles.example/subtitles.json': { body: document },
  'subtitles.example/copied.json': {
    body: '[{ "src": "https://a.example/b", "label": "A", default: true }]',
  },
  // Playwright adds a missing header, so this one names another origin.
  'private.example/en.vtt': { body: vtt, allowedOrigin: 'https://private.example' },
};

export async function serveWeb(context: BrowserContext): Promise<void> {
  await context.route(/^https:\/\/[\w.]+\.example\//, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const found: Served | undefined =
      hostname === 'pictures.example'
        ? { body: drawLandscape(pathname), type: 'image/svg+xml' }
        : files[hostname + pathname];
    if (!found) return route.abort('namenotresolved');
    const { type = 'text/plain; charset=utf-8', allowedOrigin = '*' } = found;
    await route.fulfill({
      body: found.body,
      headers: { 'content-type': type, 'access-control-allow-origin': allowedOrigin },
    });
  });
}
