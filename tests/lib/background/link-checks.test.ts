/** Checking pasted links in the whole background: several accounts, failures, stops and restarts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBulkDatabase } from '../../../lib/bulk/bulk-database.ts';
import type { NewLink } from '../../../lib/bulk/link-check/checked-link.ts';
import { readCheck } from '../../../lib/bulk/read-jobs.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
});
afterEach(() => setup.close());

const email = 'demo@linkhaul.example';
async function seed(files: number, of = email): Promise<readonly string[]> {
  const before = new Set((await setup.admin.files(of)).map(({ fileCode }) => fileCode));
  await setup.service.seed({ account: of, files, folders: 0 });
  return (await setup.admin.files(of)).map(({ fileCode }) => fileCode).filter((code) => !before.has(code));
}

async function synced(): Promise<void> {
  await setup.send('catalog.visit', { accountId, folderId: null });
  await until('the first sync', async () => (await setup.catalog(accountId)).syncStatus.phase === 'complete');
}

const link = (fileCode: string | null, line = 1, accountIds: readonly string[] = [accountId]): NewLink => ({
  line,
  text: `https://files.example/d/${fileCode}`,
  fileCode,
  accountIds,
});

async function check() {
  const database = createBulkDatabase();
  return readCheck(database).finally(() => database.close());
}
const links = async () => (await check())?.links ?? [];
const verdicts = async () => (await links()).map(({ verdict }) => verdict);
const done = () => until('the end', async () => (await verdicts()).every((verdict) => verdict !== null));
const start = (...given: readonly NewLink[]) => setup.send('checks.start', { links: given });
const infos = async () =>
  (await setup.admin.audit()).filter(({ endpoint }) => endpoint === '/api/file/info').length;

describe('a check of links', () => {
  it('reports line by line which files exist, are gone, or can’t be checked', async () => {
    const [here = '', deleted = '', taken = ''] = await seed(3);
    await synced();
    await setup.admin.deleteFile(deleted);
    await setup.admin.takeDown(taken);
    await setup.send('takedowns.list', { accountId });
    const never = here.replace(/./u, (first) => (first === 'a' ? 'b' : 'a'));
    await start(
      link(here, 1),
      link(deleted, 2),
      link(never, 3),
      link(here, 4, []),
      { line: 5, text: 'not a link', fileCode: null, accountIds: [] },
      link(here, 6),
      link('prot3ctedc0de1234', 7),
      link(taken, 8),
    );
    await done();
    expect((await links()).map(({ line, verdict, reason }) => [line, verdict, reason])).toEqual([
      [1, 'there', null],
      [2, 'gone', 'missing'],
      [3, 'gone', 'not-found'],
      [4, 'unknown', 'no-account'],
      [5, 'left-out', null],
      [6, 'there', null],
      [7, 'unknown', 'other-code'],
      [8, 'there', 'takedown'],
    ]);
    // In the service's words.
    expect((await links())[2]?.msg).toMatch(/not your file/i);
    // Deleted files leave the catalog too.
    expect((await setup.catalog(accountId)).fileId(deleted)).toBeNull();
  });

  it('of many links takes one request per 50', async () => {
    const codes = await seed(240);
    await setup.admin.clearAudit();
    await start(...codes.map((code, at) => link(code, at + 1)));
    await done();
    expect(await infos()).toBe(Math.ceil(240 / 50));
    expect(new Set(await verdicts())).toEqual(new Set(['there']));
  });

  it('asks each account at the host, until one has the file', async () => {
    const other = setup.service.createAccount({ email: 'second@linkhaul.example' });
    const [theirs = ''] = await seed(1, 'second@linkhaul.example');
    const [mine = ''] = await seed(1);
    const second = (await setup.connect(other.key)).account.id;
    await start(
      link(theirs, 1, [accountId, second]),
      link(mine, 2, [accountId, second]),
      link(theirs, 3),
      link('no0such0file', 4, [accountId, second]),
    );
    await done();
    expect(await verdicts()).toEqual(['there', 'there', 'gone', 'gone']);
  });

  it('continues after the worker ended, and after a stop', async () => {
    // The next worker finishes the removal, which doesn't affect later checks.
    const { key } = setup.service.createAccount({ email: 'removed@linkhaul.example' });
    await setup.send('accounts.remove', { accountId: (await setup.connect(key)).account.id });
    const codes = await seed(300);
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'delay', ms: 100 }]);
    await start(...codes.map((code, at) => link(code, at + 1)));
    await until('the first', async () => (await verdicts()).some((verdict) => verdict !== null));
    setup.restart();
    await setup.send('checks.stop', {});
    const before = (await verdicts()).filter((verdict) => verdict === null).length;
    expect(before).toBeGreaterThan(0);
    await setup.background().wake();
    expect((await verdicts()).filter((verdict) => verdict === null)).toHaveLength(before);
    await setup.admin.clearAudit();
    await setup.send('checks.resume', {});
    await done();
    expect(await infos()).toBe(Math.ceil(before / 50));
    expect((await check())?.isStopped).toBe(false);
  });

  it('can be removed, also while a batch is read', async () => {
    const codes = await seed(100);
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'hold', times: 1, skip: 1 }]);
    await start(...codes.map((code, at) => link(code, at + 1)));
    await until('the first', async () => (await verdicts()).some((verdict) => verdict !== null));
    await setup.send('checks.stop', {});
    await setup.send('checks.remove', {});
    expect(await check()).toBeNull();
    await setup.admin.setFaults([]);
    await until('the end', () => setup.isIdle());
    expect(await check()).toBeNull();
    setup.restart();
    await setup.send('checks.resume', {});
    expect(await check()).toBeNull();
  });

  it('is replaced by the next one, even while it runs', async () => {
    const codes = await seed(300);
    await start(...codes.map((code, at) => link(code, at + 1)));
    await start(link(codes[0] ?? '', 1));
    await done();
    expect(await verdicts()).toEqual(['there']);
  });
});

describe('a host that reports only the account’s own files', () => {
  it('leaves it open whether other people’s files exist, and reports deleted ones', async () => {
    await setup.close();
    setup = await setUpBackground(undefined, 'sibling');
    accountId = (await setup.connect()).account.id;
    setup.service.createAccount({ email: 'second@linkhaul.example' });
    const [theirs = ''] = await seed(1, 'second@linkhaul.example');
    const [here = '', before = '', deleted = ''] = await seed(3);
    await setup.admin.deleteFile(before);
    await synced();
    await setup.admin.deleteFile(deleted);
    await start(...[theirs, here, before, deleted].map((code, at) => link(code, at + 1)));
    await done();
    expect((await links()).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['unknown', 'own-only'],
      ['there', null],
      ['gone', 'missing'],
      ['gone', 'missing'],
    ]);
    // Whether or not it lists deleted files.
    await setup.admin.setFaults([{ endpoint: '/api/file/deleted', kind: 'html', httpStatus: 404 }]);
    await start(link(theirs, 1), link(before, 2));
    await done();
    expect((await links()).map(({ reason }) => reason)).toEqual(['own-only', 'own-only']);
  });
});

describe('a failure', () => {
  it('of one file affects no other', async () => {
    const [bad = '', ...codes] = await seed(60);
    const query = { file_code: bad };
    await setup.admin.setFaults([{ endpoint: '/api/file/info', query, kind: 'status', httpStatus: 500 }]);
    await start(...[bad, ...codes].map((code, at) => link(code, at + 1)));
    await done();
    const [first, ...others] = await links();
    expect(first).toMatchObject({ verdict: 'unknown', reason: 'invalid-response' });
    expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['there']));
  });

  it('of file/check leaves the result open', async () => {
    await setup.admin.setFaults([{ endpoint: '/api/file/check', kind: 'html', httpStatus: 404 }]);
    await start(link('no0such0file'));
    await done();
    expect(await links()).toMatchObject([{ verdict: 'unknown', reason: 'invalid-response' }]);
  });

  it('of an account affects no other account, and ends the check if only the user can help', async () => {
    const other = setup.service.createAccount({ email: 'second@linkhaul.example' });
    const [theirs = ''] = await seed(1, 'second@linkhaul.example');
    const [mine = ''] = await seed(1);
    const second = (await setup.connect(other.key)).account.id;
    const envelope = { msg: 'Wrong auth', status: 403, result: null };
    await setup.admin.setFaults([{ endpoint: '*', query: { key: setup.key }, kind: 'envelope', envelope }]);
    await start(link(mine, 1), link(theirs, 2, [second]), link('no0such0file', 3, [accountId, second]));
    await done();
    expect((await links()).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['unknown', 'unauthorized'],
      ['there', null],
      // The account that couldn't be asked may have it.
      ['unknown', 'unauthorized'],
    ]);
  });

  it('of the service delays the check', async () => {
    const [mine = ''] = await seed(1);
    await setup.admin.setFaults([{ endpoint: '*', kind: 'status', httpStatus: 502 }]);
    await start(link(mine));
    await until('the wait', async () => (await setup.local.get('backoffs'))['backoffs'] !== undefined);
    expect(await verdicts()).toEqual([null]);
    await setup.admin.clearFaults();
    setup.advance(10 * 60_000);
    await setup.background().wake();
    await done();
    expect(await verdicts()).toEqual(['there']);
  });

  it('of the account ends with it: its links are removed', async () => {
    const [mine = ''] = await seed(1);
    await start(link(mine));
    await done();
    await setup.send('accounts.remove', { accountId });
    expect(await check()).toBeNull();
  });
});

describe('a service that takes one code per request', () => {
  it('is asked for each code separately', async () => {
    const codes = await seed(30);
    await setup.admin.setFaults([
      { endpoint: '/api/file/info', listIn: 'file_code', kind: 'status', httpStatus: 400 },
    ]);
    await start(...codes.map((code, at) => link(code, at + 1)));
    await done();
    expect(new Set(await verdicts())).toEqual(new Set(['there']));
  });
});
