/** A service that does what the document does not forbid, one thing at a time: nothing is lost, twice, or held up. */
import { expect } from './harness/index.ts';
import { message } from './harness/messages.ts';
import { test } from './harness/untidy.ts';

// Chromium would repeat what broke on a used connection.
test.use({ serviceOptions: { admin: true, bytesPerSecond: 0, rateLimit: false, keepAlive: false } });

const actions = '/api/urlupload/actions';
const failure = { kind: 'status', httpStatus: 500 } as const;
const answer = (msg: string, status: number, rest = {}) =>
  ({ kind: 'envelope', envelope: { msg, status, ...rest } }) as const;

for (const [what, rule] of [
  ['refuses lists of codes', answer('Invalid file_code', 400)],
  ['does not find lists of codes', answer('Not found', 404)],
  ['answers lists of codes with nothing', answer('OK', 200, { result: [] })],
] as const) {
  test(`${what}: links are done, and files are renamed and back`, async ({ untidy, site }) => {
    await untidy.admin.setFaults([{ ...rule, endpoint: '/api/file/info', listIn: 'file_code' }]);
    const titles = ['a', 'b', 'c'];
    await untidy.send(Object.fromEntries(titles.map((title) => [title, `${site.url}/sample.webm?${title}`])));
    await untidy.expectAllDone(titles);

    const files = await untidy.files();
    const id = await untidy.start({ kind: 'rename', files, titles: ['One', 'Two', 'Three'] });
    await untidy.expectJob(id, { verified: 3, failed: 0 });
    expect(await untidy.titles()).toEqual(['One', 'Three', 'Two']);
    await untidy.expectJob(await untidy.undo(id), { verified: 3, failed: 0 });
    expect(await untidy.titles()).toEqual(titles);
  });
}

test('fails at one file: the others are done, and it is by another call', async ({
  untidy,
  service,
  site,
}) => {
  service.settings.bytesPerSecond = 20_000;
  const titles = ['a', 'b', 'c'];
  await untidy.send(Object.fromEntries(titles.map((title) => [title, `${site.url}/sample.webm?${title}`])));
  await expect.poll(async () => (await untidy.admin.transfers()).length).toBe(3);
  const [bad] = await untidy.admin.transfers();
  await untidy.admin.setFaults([
    { ...failure, endpoint: '/api/file/info', query: { file_code: bad?.fileCode ?? '' } },
  ]);
  service.settings.bytesPerSecond = 0;
  await untidy.expectAllDone(titles);
});

test('lists nothing once: failed links stay, without another notice', async ({ untidy, site }) => {
  await untidy.send({ One: `${site.url}/gone.webm?1`, Two: `${site.url}/gone.webm?2` });
  await untidy.expectStates({ One: 'failed', Two: 'failed' });
  const events = async () => (await untidy.activity()).length;
  const before = await events();
  await untidy.admin.setFaults([
    { ...answer('OK', 200, { result: [] }), endpoint: '/api/urlupload/list', times: 1 },
  ]);
  for (let poll = 0; poll < 2; poll += 1)
    await message(untidy.page, 'uploads.poll', { accountId: untidy.accountId });
  expect((await untidy.admin.faults())[0]?.applied).toBe(1);
  expect(await untidy.states()).toEqual({ One: 'failed', Two: 'failed' });
  expect(await events()).toBe(before);
});

test('cannot read one folder: links for others are done, its own wait and say why', async ({
  untidy,
  site,
  client,
}) => {
  const bad = await client.folders.create({ name: 'Bad' });
  const good = await client.folders.create({ name: 'Good' });
  await untidy.admin.setFaults([
    { ...failure, endpoint: '/api/folder/list', query: { fld_id: bad.folderId } },
  ]);
  await untidy.send({ One: `${site.url}/sample.webm?1` }, { id: bad.folderId, name: 'Bad' });
  await untidy.send({ Two: `${site.url}/sample.webm?2` }, { id: good.folderId, name: 'Good' });
  await untidy.expectStates({ One: 'queued', Two: 'done' });
  await expect(untidy.page.locator('[data-state="waiting"]')).toContainText(
    'Waiting: the service sent an invalid response',
  );
});

test('answers OK and deletes nothing: that is said, and nothing is sent anew', async ({ untidy, site }) => {
  const urls = { One: `${site.url}/gone.webm?1`, Two: `${site.url}/gone.webm?2` };
  await untidy.send(urls);
  await untidy.expectStates({ One: 'failed', Two: 'failed' });
  await untidy.admin.setFaults([{ ...answer('Errors restarted', 200), endpoint: actions }]);
  const { id } = await untidy.upload('One');
  await expect(message(untidy.page, 'uploads.deleteTransfer', { id })).rejects.toThrow('refused');
  await message(untidy.page, 'uploads.retry', { id });
  expect(await untidy.states()).toEqual({ One: 'failed', Two: 'failed' });
  expect(await untidy.accepted()).toEqual({ [urls.One]: 1, [urls.Two]: 1 });
});

for (const [count, length] of [
  [1_000, 2_000],
  [20_000, 40],
] as const)
  test(`lists ${count} transfers of others, of ${length} characters: own ones are done`, async ({
    untidy,
    site,
  }) => {
    const entry = { status: 'pending', remote_url: `http://other.example/${'x'.repeat(length)}` };
    await untidy.admin.setFaults([{ endpoint: '/api/urlupload/list', kind: 'crowd', count, entry }]);
    await untidy.send({ One: `${site.url}/sample.webm?1`, Two: `${site.url}/sample.webm?2` });
    await untidy.expectAllDone(['One', 'Two'], 60_000);
    const stored = JSON.stringify(await untidy.others()).length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(2_000_000);
  });

test('fails at the deletion of a retry: of several failed links, one is sent once more', async ({
  untidy,
  site,
}) => {
  const ends = [
    ['reset after', { kind: 'reset-after' }],
    ['reset before', { kind: 'reset-before' }],
    ['failed', failure],
    ['late', { kind: 'reset-early', ms: 3_000 }],
    ['gone', { ...answer('There is no such transfer', 404), effect: true }],
    ['only said', answer('OK', 200)],
  ] as const;
  const urls = Object.fromEntries(
    ['other', ...ends.map(([what]) => what)].map((what) => [
      what,
      `${site.url}/flaky.webm?${encodeURIComponent(what)}`,
    ]),
  );
  await untidy.send(urls);
  const states = Object.fromEntries(Object.keys(urls).map((title) => [title, 'failed']));
  await untidy.expectStates(states);
  for (const [what, rule] of ends) {
    await untidy.admin.setFaults([{ endpoint: actions, times: 1, ...rule }]);
    await message(untidy.page, 'uploads.retry', { id: (await untidy.upload(what)).id });
    states[what] = 'done';
    await untidy.expectStates(states, 40_000);
  }
  expect(await untidy.titles()).toEqual(ends.map(([what]) => what).sort());
  expect(await untidy.accepted()).toEqual(
    Object.fromEntries(Object.entries(urls).map(([title, url]) => [url, title === 'other' ? 1 : 2])),
  );
});

test('restarts without an answer, at once and late: that is seen without another click', async ({
  untidy,
  site,
}) => {
  for (const [title, rule] of [
    ['One', { kind: 'reset-after' }],
    ['Two', { kind: 'reset-early', ms: 3_000 }],
  ] as const) {
    const url = `${site.url}/flaky.webm?${title}`;
    await untidy.send({ [title]: url });
    await expect.poll(async () => (await untidy.upload(title)).state).toBe('failed');
    await untidy.admin.setFaults([{ endpoint: actions, times: 1, ...rule }]);
    const { id } = await untidy.upload(title);
    await expect(message(untidy.page, 'uploads.retry', { id })).rejects.toThrow('network');
    await expect.poll(async () => (await untidy.upload(title)).state, { timeout: 20_000 }).toBe('done');
    expect((await untidy.accepted())[url]).toBe(1);
  }
  expect(await untidy.titles()).toEqual(['One', 'Two']);
});

for (const [when, kind] of [
  ['before its answer', 'delay-answer'],
  ['with its answer', 'delay'],
] as const)
  test(`takes 3 s for “Clear all”, which has its effect ${when}: a link sent meanwhile is followed`, async ({
    untidy,
    service,
    site,
  }) => {
    service.settings.bytesPerSecond = 1_000;
    await untidy.send({ One: `${site.url}/sample.webm?1`, Two: `${site.url}/sample.webm?2` });
    await untidy.expectStates({ One: 'running', Two: 'running' });
    await untidy.admin.setFaults([{ endpoint: actions, kind, ms: 3_000 }]);
    const cleared = message(untidy.page, 'uploads.clearAll', { accountId: untidy.accountId });
    await expect.poll(async () => (await untidy.admin.faults())[0]?.applied).toBe(1);
    await untidy.send({ New: `${site.url}/sample.webm?3` });
    await expect
      .poll(async () => (await untidy.admin.transfers()).some(({ url }) => url.endsWith('?3')))
      .toBe(true);
    await cleared;
    service.settings.bytesPerSecond = 0;
    if (kind === 'delay-answer') await untidy.expectAllDone(['New']);
    // The service has deleted it too: its file is searched for, and nobody has put it away.
    else await untidy.expectStates({ New: 'verifying' });
  });

test('has no slots: after the first link, whose answer says so, the others wait', async ({
  untidy,
  service,
  site,
}) => {
  service.settings.slots = 0;
  const titles = ['One', 'Two', 'Three'];
  await untidy.send(Object.fromEntries(titles.map((title) => [title, `${site.url}/sample.webm?${title}`])));
  await expect(untidy.page.locator('[data-state="waiting"]')).toHaveCount(2);
  await expect(untidy.page.locator('[data-state="waiting"]').first()).toContainText(/slot/);
  expect(Object.keys(await untidy.accepted())).toHaveLength(1);
  await untidy.admin.setSettings({ slots: 5 });
  await untidy.expectAllDone(titles, 60_000);
});

test('has another form for the last view: it is shown as it is', async ({
  untidy,
  extension,
  site,
  client,
}) => {
  const { fileCode } = await untidy.addFile(client, { url: `${site.url}/sample.webm`, title: 'Clip' });
  const result = [{ status: 200, filecode: fileCode, title: 'Clip', last_view: 'yesterday' }];
  await untidy.admin.setFaults([{ ...answer('OK', 200, { result }), endpoint: '/api/file/info' }]);
  const page = await extension.open(`manager.html#files/0/${fileCode}`);
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(/Last viewed\s*yesterday/);
});

test('cannot list one folder: a job for it holds no other job', async ({ untidy, site, client }) => {
  const bad = (await client.folders.create({ name: 'Bad' })).folderId;
  const one = await untidy.addFile(client, { url: `${site.url}/sample.webm?1`, title: 'One' });
  const two = await untidy.addFile(client, { url: `${site.url}/sample.webm?2`, title: 'Two' });
  await untidy.admin.setFaults(
    ['/api/folder/list', '/api/file/list'].map((endpoint) => ({
      ...failure,
      endpoint,
      query: { fld_id: bad },
    })),
  );
  await untidy.start({ kind: 'move', files: [one], folder: { id: bad, name: 'Bad' } });
  const rename = await untidy.start({ kind: 'rename', files: [two], titles: ['Renamed'] });
  await untidy.expectJob(rename, { verified: 1, failed: 0 });
});
test('has a file in another folder than the last sync saw: an undo does not put it into a stale one', async ({
  untidy,
  site,
  client,
}) => {
  const newer = (await client.folders.create({ name: 'Newer' })).folderId;
  const newest = (await client.folders.create({ name: 'Newest' })).folderId;
  const file = await untidy.addFile(client, { url: `${site.url}/sample.webm`, title: 'Clip' });
  await client.files.move(file.fileCode, newer);
  const id = await untidy.start({ kind: 'move', files: [file], folder: { id: newest, name: 'Newest' } });
  await untidy.expectJob(id, { verified: 1, failed: 0 });
  await untidy.expectJob(await untidy.undo(id), {});
  expect((await untidy.files())[0]?.folderId).not.toBe('0');
});
