/** A page may still show an account that another page has removed. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MessageName, MessageRequest } from '../../../lib/protocol.ts';
import { type BackgroundSetup, setUpBackground } from './background-setup.ts';

let setup: BackgroundSetup;
let removed: string;
let current: string;
beforeEach(async () => {
  setup = await setUpBackground();
  const connectOther = async (email: string) =>
    (await setup.connect(setup.service.createAccount({ email }).key)).account.id;
  current = (await setup.connect()).account.id;
  removed = await connectOther('removed@linkhaul.example');
  await connectOther('last@linkhaul.example');
  await setup.send('accounts.select', { accountId: current });
});
afterEach(() => setup.close());

const currentId = () => JSON.parse(setup.local.items.get('accounts') ?? '{}').currentId;

type AboutAccount = {
  [N in MessageName]: MessageRequest<N> extends { accountId: string } ? N : never;
}[MessageName];

const folder = { id: '7', name: 'Films' };
const file = { fileCode: 'abcdefghijkl', title: 'Film', folderId: '0' };

/** Without their account. A removal can be repeated. */
const requests: {
  readonly [N in Exclude<AboutAccount, 'accounts.remove'>]: Omit<MessageRequest<N>, 'accountId'>;
} = {
  'accounts.changeAddress': { address: 'https://files.example' },
  'accounts.answerNewPages': { isFollowed: true },
  'accounts.setPublicAddress': { address: 'https://files.example' },
  'accounts.setDeletionRule': { days: 30 },
  'accounts.select': {},
  'accounts.rename': { nickname: 'Old' },
  'accounts.check': {},
  'takedowns.list': {},
  'expiry.dismiss': { count: 1, day: '2026-01-02' },
  'uploads.addFiles': { folder, files: [], private: false },
  'uploads.reroute': { id: 'none' },
  'uploads.clearFinished': {},
  'uploads.reorder': { ids: [], beforeId: null },
  'uploads.poll': {},
  'uploads.restartFailed': {},
  'uploads.clearFailed': {},
  'uploads.clearAll': {},
  'folders.ensure': { name: 'Films', parentId: '0' },
  'folders.toDelete': { name: 'To delete' },
  'folders.rename': { folderId: '7', name: 'Films' },
  'folders.move': { folderId: '7', parentId: '0' },
  'folders.setDefault': { folder },
  'folders.pin': { folder, pinned: true },
  'catalog.visit': { folderId: null },
  'catalog.refresh': { folderId: null },
  'catalog.stop': {},
  'catalog.readAgain': {},
  'catalog.resume': {},
  'catalog.readDetails': { days: null, isResumed: true },
  'catalog.stopDetails': {},
  'files.pages': { fileCodes: ['abcdefghijkl'] },
  'files.details': { fileCode: 'abcdefghijkl' },
  'files.search': { term: 'film' },
  'reports.read': { from: '2026-01-01', to: '2026-01-02' },
  'bulk.start': { work: { kind: 'move', files: [file], folder } },
  'rules.save': { host: 'a.example', kind: null, folder, titlePattern: null },
  'rules.suggest': { links: [] },
};

it('is named by no message that still has an effect', async () => {
  await setup.click(JSON.stringify(['choose', removed]), { linkUrl: `${setup.site.url}/sample.webm` });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await setup.send('accounts.remove', { accountId: removed });
  const before = setup.stored();
  for (const [name, request] of Object.entries(requests)) {
    const reply = await setup.reply(name as MessageName, { ...request, accountId: removed } as never);
    expect(reply, name).toMatchObject({ ok: false, problem: { code: 'no-account' } });
  }
  const rule = { host: 'a.example', kind: null, titlePattern: null };
  expect(await setup.reply('picker.send', { requestId, folder, pin: true, rule })).toMatchObject({
    problem: { code: 'no-account' },
  });
  expect(setup.stored()).toBe(before);
  expect(currentId()).toBe(current);
});
