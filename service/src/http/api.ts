/** The API over HTTP. Checks the rate limit, applies faults, checks the key, and calls the endpoint. */
import { Hono } from 'hono';
import type { Dialect } from '../api/dialect.ts';
import { Call } from '../api/endpoint.ts';
import { nowSeconds, preciseNow } from '../date-time.ts';
import { respondWithProblem } from '../pages/page-layout.ts';
import {
  type EndpointResult,
  envelope,
  Refusal,
  refusalEnvelope,
  tooManyRequests,
} from '../response-envelope.ts';
import { receiveUpload } from '../upload-post.ts';
import type { Context, Env, Handler } from './context.ts';
import { faultLayer } from './fault-layer.ts';

const wellFormedKey = /^[\w-]{4,128}$/;

export function apiRoutes({ endpoints, uploadForm }: Dialect): Hono<Env> {
  const routes = new Hono<Env>();
  routes.use('/api/*', onlyMethod('GET'), limitLayer);
  for (const endpoint of endpoints) {
    routes.get(endpoint.path, faultLayer(endpoint.path), (c) =>
      respond(c, () => endpoint.handle(authenticate(c))),
    );
  }
  routes.use('/upload/*', onlyMethod('POST'));
  routes.post('/upload/:token', faultLayer('/upload'), (c) => {
    return respond(c, () =>
      receiveUpload(c.get('service'), uploadForm, c.env.incoming, c.req.param('token'), c.get('origin')),
    );
  });
  routes.all('/api/*', refuseMissingCall);
  return routes;
}

function refuseMissingCall(c: Context): Response | Promise<Response> {
  switch (c.get('service').settings.missingCall) {
    case 'envelope-404':
      return refuse(c, new Refusal(404, 'There is no such endpoint'), 404);
    case 'envelope-400':
      return refuse(c, new Refusal(400, 'No such method'), 200);
    case 'page-404':
      return respondWithProblem(c, 404, 'Nothing here', 'There is no such page.');
  }
}

/** Hono treats HEAD as GET, so a HEAD request could rename a file. */
function onlyMethod(method: 'GET' | 'POST'): Handler {
  return async (c, next) => {
    if (c.req.method === method) return next();
    return refuse(c, new Refusal(405, `Use ${method} for this address`), 405);
  };
}

const limitLayer: Handler = async (c, next) => {
  const service = c.get('service');
  const entry = service.audit.entryOf(c.env.incoming);
  const key = c.req.query('key') ?? '';
  if (entry) entry.account = service.store.accounts.byKey(key)?.email ?? null;
  const { rateLimit, uncountedAgent } = service.settings;
  const isCounted = rateLimit && (uncountedAgent === '' || c.req.header('user-agent') !== uncountedAgent);
  if (!isCounted || service.limiter.admit(key, entry?.at ?? preciseNow())) return next();
  if (entry) Object.assign(entry, { outcome: 'refused', status: tooManyRequests.status });
  return c.json(tooManyRequests, 429);
};

/** @throws Refusal 400 for a missing or malformed key, 403 for an unknown one. */
function authenticate(c: Context): Call {
  const service = c.get('service');
  const query = new URL(c.req.url).searchParams;
  const key = query.get('key') ?? '';
  if (!wellFormedKey.test(key)) throw new Refusal(400, 'Invalid key');
  const account = service.store.accounts.byKey(key);
  if (!account) throw new Refusal(403, 'Wrong auth');
  return new Call(service, account, c.get('origin'), nowSeconds(), query);
}

async function respond(
  c: Context,
  work: () => EndpointResult | Promise<EndpointResult | Response>,
): Promise<Response> {
  const service = c.get('service');
  const entry = service.audit.entryOf(c.env.incoming);
  try {
    const result = await work();
    if (entry) entry.effect = true;
    if (result instanceof Response) return result;
    if (entry) entry.status = 200;
    return c.json(envelope(result, serverTime(c)));
  } catch (error) {
    if (error instanceof Refusal) return refuse(c, error, 200);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    service.log(`${c.req.path} failed: ${reason}`);
    return refuse(c, new Refusal(500, 'Internal error'), 500);
  }
}

function refuse(c: Context, refusal: Refusal, httpStatus: 200 | 404 | 405 | 500): Response {
  const entry = c.get('service').audit.entryOf(c.env.incoming);
  if (entry) entry.status = refusal.status;
  return c.json(refusalEnvelope(refusal, serverTime(c)), httpStatus);
}

function serverTime(c: Context): number {
  return nowSeconds() + c.get('service').settings.serverTimeOffset;
}
