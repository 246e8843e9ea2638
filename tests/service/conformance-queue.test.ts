// What the conformance suite does to an account's transfers.
import { expect, test, vi } from 'vitest';
import { Context, runCheck, suites } from '../../service/conformance/index.ts';
import { expectEventually, KEY, OTHER_KEY, testService, testSite } from './helpers.ts';
import { alter } from './mutants/alter.ts';
import { at, query, result } from './mutants/alterations.ts';

const { checks } = suites.document;

vi.setConfig({ testTimeout: 60_000 });

test('without --change-queue no transfer is changed', async () => {
  const { url, call, admin } = await testService({ slots: 100 });
  const site = await testSite();
  for (const name of ['missing.webm', 'slow.webm', 'flaky.webm']) {
    await call('upload/url', { url: `${site}/${name}` });
  }
  const states = async () => (await admin.transfers()).map(({ state }) => state);
  await expectEventually(states).toEqual(expect.arrayContaining(['error', 'error', 'working']));
  // A service that treats any transfer action as a restart would turn flaky.webm into a file.
  const restarting = at(
    'urlupload/actions',
    query('restart_errors', () => '1'),
  );
  const options = { baseUrl: url, key: KEY, otherKey: OTHER_KEY, sourceSite: site, paced: false };
  const context = new Context({ ...options, fetch: alter(url, KEY, restarting) });
  const verdicts = [];
  for (const check of checks) {
    if (check.section !== 'Limits') verdicts.push(await runCheck(check, context));
  }
  // Also run the limit check, which calls without parameters. The result doesn't matter.
  const eleventh = checks.find(({ name }) => name.startsWith('the 11th request in a second is refused'));
  if (eleventh) await runCheck(eleventh, context);
  const calls = (await admin.audit()).filter(({ path }) => path === '/api/urlupload/actions');
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter(({ account }) => account !== null)).toEqual([]);
  expect(await states()).toEqual(expect.arrayContaining(['error', 'error']));
  expect(verdicts.filter(({ outcome }) => outcome === 'fails').map(({ section }) => section)).toEqual([
    'Errors',
  ]);
});

test('transfer actions hold with one slot', async () => {
  const { url } = await testService({ slots: 1 });
  const options = { baseUrl: url, key: KEY, sourceSite: await testSite(), mayChangeQueue: true };
  const context = new Context({ ...options, paced: false, arrivalMs: 2000 });
  for (const check of checks.filter(({ name }) => name.startsWith('transfer actions: ')))
    expect(await runCheck(check, context), check.name).toMatchObject({ outcome: 'holds' });
});

test('the run ends when no removable transfers are left in the queue', async () => {
  const lists = [['new', 'old'], ['new', 'old'], ['old']];
  const send = async (address: string) => {
    const isAdd = address.includes('/api/upload/url');
    const queued = (isAdd ? [] : (lists.shift() ?? [])).map((file_code) => ({ file_code }));
    const result = isAdd ? { filecode: 'new' } : queued;
    return Response.json({ msg: 'OK', server_time: '2026-01-02 03:04:05', status: 200, result });
  };
  const context = new Context({ baseUrl: 'http://host.example', key: KEY, paced: false, fetch: send });
  await context.addRemote('http://site.example/clip.webm');
  expect(await context.finishTransfers()).toBe(0);
  expect(lists).toEqual([]);
});

test('a check that fails leaves no transfer behind', async () => {
  const { url, call } = await testService();
  const alterations = at(
    'urlupload/list',
    result(() => []),
  );
  const context = new Context({
    baseUrl: url,
    key: KEY,
    sourceSite: await testSite(),
    mayChangeQueue: true,
    paced: false,
    fetch: alter(url, KEY, alterations),
  });
  const check = checks.find(({ name }) => name.startsWith('transfer list: has the transfer'));
  expect(check && (await runCheck(check, context))).toMatchObject({ outcome: 'fails' });
  expect((await call('urlupload/list')).body.result).toEqual([]);
});
