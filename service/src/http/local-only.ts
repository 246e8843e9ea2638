/**
 * Limits /settings and /admin to this machine. The caller's address must be loopback without a proxy, and the Host
 * header a loopback name, because a web page could reach them by DNS rebinding. Requests from other sites are refused.
 */
import type { Context, Handler } from './context.ts';

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Behind a reverse proxy on this machine, every caller has a loopback address. These headers reveal the proxy. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

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
    return c.text('This page is only available on the machine that the service runs on.\n', 403);
  }
  return next();
};
