/**
 * Keeps /settings and /admin to this machine: the caller's address is loopback and no proxy's, the Host header a loopback name
 * (no web page reaches it under a name of its own), and no browser says that another site sent the request.
 */
import type { Context, Handler } from './context.ts';

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** A reverse proxy on this machine makes everybody's address loopback; these say that there is one. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Whether the caller is on this machine and reached the service under a loopback name. */
export function isLocalCaller(c: Context): boolean {
  return (
    !c.get('service').behindProxy &&
    loopbackAddress.test(c.env.incoming.socket.remoteAddress ?? '') &&
    loopbackName.test((c.req.header('host') ?? '').replace(/:\d+$/, '')) &&
    !proxyHeaders.some((name) => c.req.header(name) !== undefined)
  );
}

export const localOnly: Handler = async (c, next) => {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const foreign =
    (origin !== undefined && origin !== c.get('origin')) || site === 'cross-site' || site === 'same-site';
  const navigation = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
  if (!isLocalCaller(c) || (foreign && !navigation)) {
    return c.text('This page answers only on the machine that the service runs on.\n', 403);
  }
  return next();
};
