/** The whole of the service's HTTP surface, as one table of routes. */
import { Hono } from 'hono';
import { pageRoutes } from '../pages/index.ts';
import type { Service } from '../service.ts';
import { adminRoutes } from './admin.ts';
import { apiRoutes } from './api.ts';
import { corsLayer } from './cors.ts';
import type { Env } from './types.ts';

/** @param url The service's own address, for callers that send no usable Host header. */
export function createApp(service: Service, url: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, c) => {
    service.log(`${c.req.path} broke: ${error.stack ?? error.message}`);
    return c.text('Internal error\n', 500);
  });
  app.use(async (c, next) => {
    c.set('service', service);
    const host = c.req.header('host') ?? '';
    c.set('origin', /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.test(host) ? `http://${host}` : url());
    await next();
    if (c.res.headers.has('x-hono-already-sent')) return;
    c.res.headers.set('x-content-type-options', 'nosniff');
    // Not "no-referrer": with that, browsers send the settings form without its origin, and it would be refused.
    c.res.headers.set('referrer-policy', 'same-origin');
    if (!service.settings.keepAlive) c.res.headers.set('connection', 'close');
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  for (const path of ['/api/*', '/upload/*', '/file/*', '/i/*']) app.use(path, corsLayer);
  app.route('/', apiRoutes());
  if (service.admin) app.route('/', adminRoutes());
  app.route('/', pageRoutes());
  return app;
}
