import { Hono } from 'hono';
import { dialects } from '../api/dialects.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import type { Service } from '../service.ts';
import { adminRoutes } from './admin.ts';
import { apiRoutes } from './api.ts';
import type { Env, Handler } from './context.ts';

/** @param url the service's own address, for requests without a valid Host header */
export function createApp(service: Service, url: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => {
    service.log(`${c.req.path} failed: ${error.stack ?? error.message}`);
    return c.text('Internal error\n', 500);
  });
  app.use(async (c, next) => {
    c.set('service', service);
    const host = c.req.header('host') ?? '';
    c.set('origin', /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(host) ? `http://${host}` : url());
    await next();
    if (c.res.headers.has('x-hono-already-sent')) return;
    c.res.headers.set('x-content-type-options', 'nosniff');
    // With "no-referrer", browsers would send the settings form without its origin, and it would be refused.
    c.res.headers.set('referrer-policy', 'same-origin');
    if (!service.settings.keepAlive) c.res.headers.set('connection', 'close');
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  // Never for /settings or /admin.
  for (const path of ['/api/*', '/upload/*', '/file/*', '/i/*']) app.use(path, corsLayer);
  app.route('/', apiRoutes(dialects[service.dialect]));
  if (service.admin) app.route('/', adminRoutes());
  app.route('/', pageRoutes(dialects[service.dialect]));
  return app;
}

/** For everything that other sites may use. */
const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, content-disposition, etag',
};

const preflight: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': '*',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
};

const corsLayer: Handler = async (c, next) => {
  if (!c.get('service').settings.cors) return next();
  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight });
  await next();
  if (c.res.headers.has('x-hono-already-sent')) return;
  for (const [name, value] of Object.entries(corsHeaders)) c.res.headers.set(name, value);
};
