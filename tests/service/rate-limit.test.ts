import { expect, test } from 'vitest';
import { RateLimiter } from '../../service/src/rate-limit.ts';
import { KEY, OTHER_KEY, testService } from './helpers.ts';

test('no window of one second contains more than 10 requests', () => {
  const limiter = new RateLimiter();
  // A limiter with fixed windows would admit these in pairs: 10 late in one second, 10 early in the next.
  const arrivals = Array.from({ length: 400 }, (_, index) => 900 + index * 7.3);
  const admitted = arrivals.filter((at) => limiter.admit('key', at));
  for (const start of admitted) {
    expect(admitted.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(10);
  }
  // Not fewer either: a limiter that starves callers is wrong too.
  expect(admitted.length).toBe(30);
});

test('a slot is free again exactly one second after it was taken', () => {
  const limiter = new RateLimiter();
  for (let index = 0; index < 10; index += 1) expect(limiter.admit('key', 5000)).toBe(true);
  expect(limiter.admit('key', 5999.999)).toBe(false);
  expect(limiter.admit('key', 6000)).toBe(true);
});

test('rejected requests take no slot, and keys do not share slots', () => {
  const limiter = new RateLimiter();
  for (let index = 0; index < 10; index += 1) limiter.admit('key', 0);
  for (let index = 1; index < 1000; index += 1) expect(limiter.admit('key', index)).toBe(false);
  expect(limiter.admit('other', 999)).toBe(true);
  expect(limiter.admit('key', 1000)).toBe(true);
});

test('over HTTP: the documented body, with HTTP 429, for this key only', async () => {
  const { call, admin } = await testService({ rateLimit: true });
  const answers = await Promise.all(Array.from({ length: 25 }, () => call('urlupload/slots')));
  const refused = answers.filter(({ httpStatus }) => httpStatus === 429);
  expect(refused.length).toBeGreaterThanOrEqual(5);
  for (const { body, headers } of refused) {
    expect(body).toEqual({ msg: 'Too Many Requests', status: '429' });
    // So that pages can read it.
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
  expect((await call('urlupload/slots', {}, OTHER_KEY)).body.status).toBe(200);

  expect((await admin.audit()).filter(({ outcome }) => outcome === 'refused')).toHaveLength(refused.length);
});

test('requests of the uncounted agent get a response and take no slot', async () => {
  const { call, url } = await testService({ rateLimit: true, uncountedAgent: 'beside' });
  const ask = (agent: string) =>
    fetch(`${url}/api/urlupload/slots?key=${KEY}`, { headers: { 'user-agent': agent } });
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask('beside')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await call('urlupload/slots')).httpStatus).toBe(200);
  const others = await Promise.all(Array.from({ length: 25 }, () => ask('another')));
  expect(others.some(({ status }) => status === 429)).toBe(true);
});
