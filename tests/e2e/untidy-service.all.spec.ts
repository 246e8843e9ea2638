/** A service that does what the document does not forbid, one thing at a time: nothing is lost, twice, or held up. */
import type { StoredJob } from '../../lib/bulk/job.ts';
import { uploadLinks } from '../../scripts/pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { expect, connectedTest as test } from './harness/index.ts';
import { currentAccountId, message } from './harness/messages.ts';
import { recordsOf } from './harness/stored.ts';

test.use({ serviceOptions: { admin: true, bytesPerSecond: 0, rateLimit: false } });

const failure = { kind: 'status', httpStatus: 500 } as const;
const answer = (msg: string, status: number, rest = {}) =>
  ({ kind: 'envelope', envelope: { msg, status, ...rest } }) as const;

for (const [what, rule] of [
  ['refuses lists of codes', answer('Invalid file_code', 400)],
  ['does not find lists of codes', answer('Not found', 404)],
  ['answers lists of codes with nothing', answer('OK', 200, { result: [] })],
] as const) {
  test(`${what}: links are done, and files are renamed and back`, async ({
    extension,
    service,
    site,
    client,
  }) => {
    await createAdmin(service.url).setFaults([{ ...rule, endpoint: '/api/file/info', listIn: 'file_code' }]);
    const popup = await extension.open('popup.html');
    const links = ['a', 'b', 'c'].map((name) => `${site.url}/sample.webm?${name}`);
    await uploadLinks(popup, links.join('\n'));
    await expect(popup.locator('[data-state="done"]')).toHaveCount(3);

    const { files } = await client.files.list();
    const titles = async () => (await client.files.list()).files.map(({ title }) => title).sort();
    const ended = async (id: string) => {
      const job = async () =>
        ((await recordsOf(popup, 'linkhaul-bulk', 'jobs')) as StoredJob[]).at(Number(id) - 1);
      await expect.poll(async () => (await job())?.state).toBe('done');
      expect(await job()).toMatchObject({ verified: 3, failed: 0 });
    };
    const chosen = files.map(({ fileCode, title }) => ({ fileCode, title, folderId: '0' }));
    const accountId = await currentAccountId(extension);
    const work = { kind: 'rename', files: chosen, titles: ['One', 'Two', 'Three'] } as const;
    const { id } = await message(popup, 'bulk.start', { accountId, work });
    await ended(id);
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
    const undo = await message(popup, 'bulk.undo', { id });
    await ended(undo.id);
    expect(await titles()).toEqual(files.map(({ title }) => title).sort());
  });
}

test('fails at one file: the others are done, and it is by another call', async ({
  extension,
  service,
  site,
}) => {
  const admin = createAdmin(service.url);
  service.settings.bytesPerSecond = 20_000;
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, ['a', 'b', 'c'].map((name) => `${site.url}/sample.webm?${name}`).join('\n'));
  await expect.poll(async () => (await admin.transfers()).length).toBe(3);
  const [bad] = await admin.transfers();
  await admin.setFaults([
    { ...failure, endpoint: '/api/file/info', query: { file_code: bad?.fileCode ?? '' } },
  ]);
  service.settings.bytesPerSecond = 0;
  await expect(popup.locator('[data-state="done"]')).toHaveCount(3);
});

test('lists nothing once: failed links stay, without another notice', async ({
  extension,
  service,
  site,
}) => {
  const admin = createAdmin(service.url);
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/gone.webm\n${site.url}/gone.webm?2`);
  const failed = popup.locator('[data-state="failed"]');
  await expect(failed).toHaveCount(2);
  const events = async () => (await recordsOf(popup, 'linkhaul-uploads', 'events')).length;
  const before = await events();
  await admin.setFaults([
    { ...answer('OK', 200, { result: [] }), endpoint: '/api/urlupload/list', times: 1 },
  ]);
  const polled = async () => (await admin.faults())[0]?.applied;
  // A page that opens polls.
  await (await extension.open('manager.html')).close();
  await expect.poll(polled).toBe(1);
  await (await extension.open('manager.html')).close();
  await expect(failed).toHaveCount(2);
  expect(await events()).toBe(before);
});

test('cannot read one folder: links for others are done, its own wait and say why', async ({
  extension,
  service,
  site,
  client,
}) => {
  const bad = await client.folders.create({ name: 'Bad' });
  const good = await client.folders.create({ name: 'Good' });
  const admin = createAdmin(service.url);
  await admin.setFaults([{ ...failure, endpoint: '/api/folder/list', query: { fld_id: bad.folderId } }]);
  const popup = await extension.open('popup.html');
  const accountId = await currentAccountId(extension);
  for (const { folderId, name } of [
    { ...bad, name: 'Bad' },
    { ...good, name: 'Good' },
  ])
    await message(popup, 'links.send', {
      accountId,
      links: [{ url: `${site.url}/sample.webm?${name}` }],
      folder: { id: folderId, name },
    });
  await expect(popup.locator('[data-state="done"]')).toHaveCount(1);
  await expect(popup.locator('[data-state="waiting"]')).toContainText(
    'Waiting: the service sent an invalid response',
  );
});

test('answers OK and deletes nothing: that is said, and nothing is sent anew', async ({
  extension,
  service,
  site,
}) => {
  const admin = createAdmin(service.url);
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/gone.webm\n${site.url}/gone.webm?2`);
  await expect(popup.locator('[data-state="failed"]')).toHaveCount(2);
  await admin.setFaults([{ ...answer('Errors restarted', 200), endpoint: '/api/urlupload/actions' }]);
  const [first] = (await recordsOf(popup, 'linkhaul-uploads', 'uploads')) as { id: string }[];
  await expect(message(popup, 'uploads.deleteTransfer', { id: first?.id ?? '' })).rejects.toThrow('refused');
  await message(popup, 'uploads.retry', { id: first?.id ?? '' });
  await expect(popup.locator('[data-state="failed"]')).toHaveCount(2);
  const sent = (await admin.audit()).filter(
    ({ endpoint, effect }) => endpoint === '/api/upload/url' && effect,
  );
  expect(sent).toHaveLength(2);
});
