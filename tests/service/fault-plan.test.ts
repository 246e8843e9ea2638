import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { FaultPlan, parseFaults } from '../../service/src/fault-plan.ts';
import { expectEventually, KEY, testService, upload } from './helpers.ts';

const CREATE = '/api/folder/create';

async function faulty(rule: object) {
  const started = await testService();
  await started.admin.setFaults(parseFaults([{ endpoint: CREATE, times: 1, ...rule }]));
  const create = () => fetch(`${started.url}${CREATE}?key=${KEY}&name=made`);
  /** Number of folders, which shows whether the call took effect. */
  const folders = async () => (await started.call('folder/list', { fld_id: '0' })).body.result.folders.length;
  const entry = async () => (await started.admin.audit()).find(({ endpoint }) => endpoint === CREATE);
  return { ...started, create, folders, entry };
}

test.each([
  ['reset-before', 0],
  ['reset-after', 1],
])('%s: the connection is reset, and so many folders are made', async (kind, made) => {
  const { create, folders, entry } = await faulty({ kind });
  await expect(create()).rejects.toThrow('fetch failed');
  expect(await folders()).toBe(made);
  expect(await entry()).toMatchObject({ outcome: 'reset', fault: kind, effect: made === 1 });
});

const impatient = (url: string) =>
  fetch(`${url}${CREATE}?key=${KEY}&name=made`, { signal: AbortSignal.timeout(150) });

test('hang: there is no response until the client disconnects', async () => {
  const { create, folders, entry, url, admin } = await faulty({ kind: 'hang' });
  await expect(impatient(url)).rejects.toThrow('timeout');
  await expectEventually(entry).toMatchObject({ outcome: 'abandoned', fault: 'hang', effect: false });
  expect(await folders()).toBe(0);
  expect((await admin.faults())[0]).toMatchObject({ applied: 1 });
  expect((await create()).ok).toBe(true);
});

test('hang with effect: the call takes effect without a response', async () => {
  const { folders, url, entry } = await faulty({ kind: 'hang', effect: true });
  await expect(impatient(url)).rejects.toThrow('timeout');
  await expectEventually(entry).toMatchObject({ outcome: 'abandoned', effect: true });
  expect(await folders()).toBe(1);
});

test('delay: the response is complete, and later than those of other calls', async () => {
  const { create, call } = await faulty({ kind: 'delay', ms: 250 });
  const order: string[] = [];
  const slow = create().then((response) => {
    order.push('delayed');
    return response.json();
  });
  await call('urlupload/slots');
  order.push('later call');
  expect(await slow).toMatchObject({ msg: 'OK', status: 200 });
  expect(order).toEqual(['later call', 'delayed']);
});

test('delay: the call takes effect even if the client disconnects', async () => {
  const { folders, url } = await faulty({ kind: 'delay', ms: 1000, maxMs: 1001 });
  await expect(impatient(url)).rejects.toThrow('timeout');
  expect(await folders()).toBe(0);
  await expectEventually(folders).toBe(1);
});

test('delay-answer: the call takes effect before the response', async () => {
  const { folders, url } = await faulty({ kind: 'delay-answer', ms: 60_000 });
  await expect(impatient(url)).rejects.toThrow('timeout');
  expect(await folders()).toBe(1);
});

test('reset-early: the connection is reset, and the call takes effect later', async () => {
  const { create, folders } = await faulty({ kind: 'reset-early', ms: 500 });
  await expect(create()).rejects.toThrow('fetch failed');
  expect(await folders()).toBe(0);
  await expectEventually(folders).toBe(1);
});

test('crowd: the list comes after that many other entries', async () => {
  const { admin, call } = await testService({ slots: 0 });
  const { result } = (await call('upload/url', { url: 'http://127.0.0.1/own' })).body;
  const entry = { status: 'pending', remote_url: 'http://127.0.0.1/other' };
  await admin.setFaults([{ endpoint: '/api/urlupload/list', kind: 'crowd', count: 2, entry }]);
  const listed = (await call('urlupload/list')).body.result;
  expect(listed).toMatchObject([{ ...entry, file_code: 'crowd0' }, entry, { file_code: result.filecode }]);
});

test('hold: the call takes effect when the plan is replaced, not before', async () => {
  const { create, folders, admin } = await faulty({ kind: 'hold' });
  const held = create();
  await expect.poll(async () => (await admin.faults())[0]?.applied).toBe(1);
  expect(await folders()).toBe(0);
  await admin.setFaults([]);
  expect(await (await held).json()).toMatchObject({ msg: 'OK', status: 200 });
  expect(await folders()).toBe(1);
});

const envelope = { msg: 'Wrong Auth', status: '403', result: null };

test.each([
  [{ kind: 'html', httpStatus: 502 }, 502, expect.stringContaining('<!doctype html>'), 0],
  [{ kind: 'empty' }, 200, '', 0],
  [{ kind: 'cut', bytes: 20 }, 200, '{"msg":"OK","server_', 1],
  [{ kind: 'status', httpStatus: 503, body: 'busy' }, 503, 'busy', 0],
  [{ kind: 'envelope', envelope }, 200, JSON.stringify(envelope), 0],
  [{ kind: 'too-many-requests-200' }, 200, '{"msg":"Too Many Requests","status":"429"}', 0],
])('%j: another response, and so many folders after it', async (rule, status, text, made) => {
  const { create, folders } = await faulty(rule);
  const response = await create();
  expect([response.status, await response.text(), await folders()]).toEqual([status, text, made]);
  // As for any other response.
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  if (rule.kind === 'html') expect(response.headers.get('content-type')).toContain('text/html');
});

test('cut abruptly: the connection breaks in the middle of the body', async () => {
  const { create, folders } = await faulty({ kind: 'cut', abrupt: true });
  const response = await create();
  expect(response.ok).toBe(true);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(await folders()).toBe(1);
});

test('faults also apply to the upload address, before and after the effect', async () => {
  const { url, admin, call } = await testService();
  const count = async () => (await call('file/list')).body.result.results;
  await admin.setFaults([{ endpoint: '/upload', kind: 'reset-before', times: 1 }]);
  await expect(upload(url, 'a.bin', 'bytes')).rejects.toThrow('fetch failed');
  expect(await count()).toBe(0);
  await admin.setFaults([{ endpoint: '/upload', kind: 'reset-after', times: 1 }]);
  await expect(upload(url, 'a.bin', 'bytes')).rejects.toThrow('fetch failed');
  expect(await count()).toBe(1);
  await admin.setFaults([{ endpoint: '/upload', kind: 'html', times: 1 }]);
  await expect(upload(url, 'a.bin', 'bytes')).rejects.toThrow('JSON');
});

test('cut-request: only part of the body is read, without effect', async () => {
  const { url, admin, call } = await testService();
  const entry = async () => (await admin.audit()).find(({ endpoint }) => endpoint === '/upload');
  const body = 'x'.repeat(5_000_000);
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: 100_000, abrupt: true }]);
  await expect(upload(url, 'a.bin', body)).rejects.toThrow('fetch failed');
  expect(await entry()).toMatchObject({ outcome: 'reset', fault: 'cut-request', effect: false });
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: 100_000 }]);
  await admin.clearAudit();
  const left = AbortSignal.timeout(150);
  await expect(fetch(`${url}/upload/x`, { method: 'POST', body, signal: left })).rejects.toThrow('timeout');
  // A server that doesn't read can't see that the caller disconnected.
  await expectEventually(entry).toMatchObject({ outcome: 'open', fault: 'cut-request', effect: false });
  expect((await call('file/list')).body.result.results).toBe(0);
});

test('a reset ends the raw connection without a byte', async () => {
  const { url } = await faulty({ kind: 'reset-before' });
  const { port } = new URL(url);
  const outcome = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET ${CREATE}?key=${KEY}&name=x HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
    socket.once('data', () => resolve('data'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    socket.once('end', () => resolve('end'));
  });
  expect(outcome).toBe('ECONNRESET');
});

test('without keepAlive every connection is closed, so that browsers do not repeat requests', async () => {
  const { url, service } = await testService({ keepAlive: false });
  const header = async () => (await fetch(`${url}/api/urlupload/slots?key=${KEY}`)).headers.get('connection');
  expect(await header()).toBe('close');
  service.settings.keepAlive = true;
  expect(await header()).toBe('keep-alive');
});

test('a plan counts: skip, times, the first rule that applies, and "*"', () => {
  const plan = new FaultPlan();
  plan.set([
    { endpoint: '/api/a', kind: 'empty', skip: 1, times: 1 },
    { endpoint: '*', kind: 'html', times: 2 },
  ]);
  const kinds = ['/api/a', '/api/a', '/api/b', '/api/a'].map((path) => plan.next(path)?.rule.kind);
  expect(kinds).toEqual(['html', 'empty', 'html', undefined]);
  expect(plan.states().map(({ seen, applied }) => [seen, applied])).toEqual([
    [3, 1],
    [3, 2],
  ]);
});

test('a rule with a probability applies about that often, to the same calls for the same seed', () => {
  const applications = (seed: number) => {
    const plan = new FaultPlan();
    plan.set([{ endpoint: '*', kind: 'hang', probability: 0.05, seed }]);
    return Array.from({ length: 2000 }, () => plan.next('/api/a') !== undefined);
  };
  const count = applications(7).filter(Boolean).length;
  expect(count).toBeGreaterThan(60);
  expect(count).toBeLessThan(140);
  expect(applications(7)).toEqual(applications(7));
  expect(applications(7)).not.toEqual(applications(8));
});

test.each([
  [{}, 'array'],
  [[null], 'Rule 1: a rule is an object'],
  [[{ kind: 'hang' }], 'Rule 1: "endpoint" is missing'],
  [[{ endpoint: '*', kind: 'explode' }], 'Rule 1: "kind" is one of'],
  [[{ endpoint: '*', kind: 'delay' }], '"delay" needs "ms"'],
  [[{ endpoint: '*', kind: 'status' }], '"status" needs "httpStatus"'],
  [[{ endpoint: '*', kind: 'envelope' }], '"envelope" needs "envelope"'],
  [[{ endpoint: '*', kind: 'cut-request' }], '"cut-request" needs "bytes"'],
  [[{ endpoint: '*', kind: 'hang', times: '3' }], '"times" is a number'],
  [[{ endpoint: '*', kind: 'cut', effect: false }], '"cut" says itself'],
  [[{ endpoint: '*', kind: 'hang', tims: 3 }], 'there is no field "tims"'],
  [[{ endpoint: '*', kind: 'hang', constructor: 3 }], 'there is no field "constructor"'],
])('an invalid plan is rejected with a message: %j', (plan, sentence) => {
  expect(() => parseFaults(plan)).toThrow(sentence);
});

test.each([
  ['/api/folder/*', true],
  ['/api/folder/c*', true],
  ['*', true],
  ['/api/folder', false],
  ['/api/file/*', false],
])('a rule for %s applies to folder/create: %s', (endpoint, applies) => {
  const plan = new FaultPlan();
  plan.set([{ endpoint, kind: 'empty' }]);
  expect(plan.next(CREATE) !== undefined).toBe(applies);
});
