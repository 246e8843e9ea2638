/**
 * Keeps /settings and /admin, which show keys and change things, to people and programs on this machine: the caller's
 * address must be loopback, the Host header must be a loopback name (so that no web page can reach it under a name of its
 * own), and a browser must not say that another site sent it.
 */
import type { Context, Handler } from './types.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the caller reached the service under a loopback name. */
export function isLoopbackHost(c: Context): boolean {
  return LOOPBACK_NAME.test((c.req.header('host') ?? '').replace(/:\d+$/, ''));
}

export const localOnly: Handler = async (c, next) => {
  const remote = c.env.incoming.socket.remoteAddress ?? '';
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const foreign =
    (origin !== undefined && origin !== c.get('origin')) || site === 'cross-site' || site === 'same-site';
  const navigation = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
  if (!LOOPBACK_ADDRESS.test(remote) || !isLoopbackHost(c) || (foreign && !navigation)) {
    return c.text('This page answers only on the machine that the service runs on.\n', 403);
  }
  return next();
};
