import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type FaultRule, takesEffect } from '../fault-plan.ts';
import { tooManyRequests } from '../response-envelope.ts';
import type { Context, Handler } from './context.ts';

const jsonType = 'application/json';
const proxyPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** @param endpoint matched with the rules of the plan: a path, or "/upload" */
export function faultLayer(endpoint: string): Handler {
  return async (c, next) => {
    const service = c.get('service');
    const fault = service.faults.next(endpoint, (name) => c.req.query(name) ?? null);
    if (!fault) return next();
    const { rule, random } = fault;
    const { incoming, outgoing } = c.env;
    const entry = service.audit.entryOf(incoming);
    if (entry) entry.fault = rule.kind;
    if (rule.kind === 'delay')
      await sleep(rule.ms + random() * Math.max(0, (rule.maxMs ?? rule.ms) - rule.ms));
    if (rule.kind === 'hold') await service.faults.replaced;
    if (rule.kind === 'reset-early') {
      reset(outgoing);
      await sleep(rule.ms);
    }
    if (takesEffect(rule)) await next();
    else if (rule.kind === 'cut-request') await takeBytes(incoming, rule.bytes);
    // If an upload's body isn't read, the caller never receives the response.
    else incoming.resume();
    switch (rule.kind) {
      case 'delay':
      case 'hold':
        return;
      case 'delay-answer':
        return sleep(rule.ms);
      case 'crowd':
        return replaceResponse(c, await addEntries(c.res, rule));
      case 'hang':
        return replaceResponse(c, RESPONSE_ALREADY_SENT);
      case 'cut-request':
      case 'reset-before':
      case 'reset-after':
      case 'reset-early':
        if (rule.kind === 'cut-request' && !rule.abrupt) return replaceResponse(c, RESPONSE_ALREADY_SENT);
        if (entry) entry.outcome = 'reset';
        reset(outgoing);
        return replaceResponse(c, RESPONSE_ALREADY_SENT);
      case 'cut': {
        const body = Buffer.from(await c.res.arrayBuffer());
        const kept = body.subarray(0, rule.bytes ?? Math.floor(body.length / 2));
        const headers = { 'content-type': jsonType };
        if (!rule.abrupt) return replaceResponse(c, new Response(kept, { status: c.res.status, headers }));
        if (entry) entry.outcome = 'reset';
        outgoing.writeHead(c.res.status, { ...headers, 'content-length': body.length });
        // A reset could overtake the bytes before it.
        outgoing.write(kept, () => outgoing.destroy());
        return replaceResponse(c, RESPONSE_ALREADY_SENT);
      }
      default:
        if (entry) entry.status = null;
        return replaceResponse(c, createFaultyResponse(rule));
    }
  };
}

async function addEntries(
  response: Response,
  { count, entry }: Extract<FaultRule, { kind: 'crowd' }>,
): Promise<Response> {
  const { result, ...rest } = (await response.json()) as { result: readonly unknown[] };
  const others = Array.from({ length: count }, (_, at) => ({ ...entry, file_code: `crowd${at}` }));
  return Response.json({ ...rest, result: [...others, ...result] }, { status: response.status });
}

function replaceResponse(c: Context, response: Response): Response {
  // Assigning over an existing response would copy its headers.
  c.res = undefined;
  c.res = response;
  return response;
}

type ResponseFault = Extract<
  FaultRule,
  { kind: 'html' | 'empty' | 'status' | 'envelope' | 'too-many-requests-200' }
>;

function createFaultyResponse(rule: ResponseFault): Response {
  const respond = (body: string, status = 200, type = jsonType) =>
    new Response(body || null, { status, headers: { 'content-type': type } });
  switch (rule.kind) {
    case 'html':
      return respond(rule.body ?? proxyPage, rule.httpStatus, 'text/html');
    case 'empty':
      return respond('', rule.httpStatus);
    case 'status':
      return respond(rule.body ?? '', rule.httpStatus, 'text/plain');
    case 'envelope':
      return respond(JSON.stringify(rule.envelope), rule.httpStatus);
    case 'too-many-requests-200':
      return respond(JSON.stringify(tooManyRequests));
  }
}

function takeBytes(incoming: IncomingMessage, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let taken = 0;
    const take = (chunk: Buffer) => {
      taken += chunk.length;
      if (taken < bytes) return;
      incoming.off('data', take);
      incoming.pause();
      resolve();
    };
    incoming.on('data', take);
    incoming.once('close', resolve);
  });
}

/** As a crashed proxy does (RST). */
function reset(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (socket) socket.resetAndDestroy();
  else outgoing.destroy();
}
