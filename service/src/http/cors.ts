/** CORS headers on everything that other sites may use: the API, uploads, media, images. Never on /settings or /admin. */
import type { Handler } from './types.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, content-disposition, etag',
};

const PREFLIGHT: Readonly<Record<string, string>> = {
  ...HEADERS,
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': '*',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
};

export const corsLayer: Handler = async (c, next) => {
  if (!c.get('service').settings.cors) return next();
  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT });
  await next();
  if (c.res.headers.has('x-hono-already-sent')) return;
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
};
