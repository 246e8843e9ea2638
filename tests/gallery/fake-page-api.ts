/** The extension's `Send`, with sample data. */
import type { PageApi } from '../../components/page-api.ts';
import { getFilePages } from '../../lib/accounts/public-address.ts';
import {
  type ConnectedAccount,
  type MessageName,
  type MessageRequest,
  type MessageResponse,
  type Problem,
  type ProblemCode,
  ProblemError,
} from '../../lib/protocol.ts';
import { demo, foldersIn, now } from './samples/sample.ts';

/** Missing ones have a default. */
export type Answers = {
  readonly [N in MessageName]?: (request: MessageRequest<N>) => MessageResponse<N> | Problem | 'never';
};

export const accountAnswer = (change: Partial<ConnectedAccount> = {}): ConnectedAccount => ({
  account: demo,
  email: demo.email,
  balance: 12.345,
  balanceText: '12.34500',
  storageLeft: 212_600_000_000,
  storageUsed: 43_400_000_000,
  storageUnlimited: false,
  login: null,
  isPremium: null,
  premiumExpires: '2027-06-30 12:00:00',
  filesTotal: null,
  serverTime: '2026-11-20 13:00:00',
  slots: { totalSlots: 5, usedSlots: 2, freeSlots: 3 },
  ...change,
});

/** The user must choose the clicked link's folder. */
export const pickerAnswer = (
  change: Partial<MessageResponse<'picker.open'>> = {},
): MessageResponse<'picker.open'> => ({
  private: false,
  suggestion: null,
  reason: 'choose',
  accountId: demo.id,
  links: [{ url: 'https://downloads.example/films/big-buck-bunny.mkv', title: 'Big Buck Bunny, the film' }],
  clicked: null,
  ...change,
});

export const fails =
  (code: ProblemCode, msg: string | null = null) =>
  (): Problem => ({ code, msg });

const defaultAnswers: Answers = {
  'accounts.connect': () => accountAnswer({ slots: null }),
  'accounts.findService': ({ addresses }) => ({ address: addresses[0] ?? null, isSilent: false }),
  'accounts.findMoved': () => ({ account: null }),
  'files.pages': ({ fileCodes }) => fileCodes.map((code) => getFilePages(demo, code, null)),
  'accounts.changeAddress': () => accountAnswer({ slots: null }),
  'accounts.check': ({ accountId }) => accountAnswer({ account: { ...demo, id: accountId } }),
  'takedowns.list': () => [],
  'links.send': ({ links }) => ({
    queued: links.length,
    duplicates: [],
    invalid: [],
    undo: links.map(({ url }) => url),
  }),
  'changes.undo': ({ ids }) => ({ undo: ids.map((id) => `back ${id}`), kept: 0 }),
  'uploads.remove': ({ id }) => ({ undo: [id] }),
  'folders.list': ({ folderId }) => foldersIn(folderId),
  'folders.known': () => ({ folders: [], isComplete: false }),
  'folders.create': ({ name }) => ({ id: `new-${name}`, name }),
  'folders.ensure': ({ name }) => ({ id: `new-${name}`, name }),
  'folders.toDelete': ({ name }) => ({ id: 'trash', name }),
  'uploads.restartFailed': () => ({ msg: 'Errors restarted' }),
  'uploads.clearFailed': () => ({ msg: 'OK', undo: ['failed'] }),
  'uploads.clearFinished': () => ({ undo: ['finished'] }),
  'uploads.deleteTransfer': ({ id }) => ({ undo: [id] }),
  'folders.rename': ({ folderId, name }) => ({ id: folderId, name, undo: [`name of ${folderId}`] }),
  'uploads.clearAll': () => ({ msg: 'OK' }),
  'picker.open': () => pickerAnswer(),
  'bulk.start': () => ({ id: 'job' }),
  'collect.send': ({ urls }) => ({ queued: urls.length, duplicates: [], invalid: [] }),
  'picker.send': () => ({ queued: 1, duplicates: [], invalid: [] }),
};

/** Of the current scene. */
export const requests: { readonly name: string; readonly request: unknown }[] = [];
let scene = 0;

/** Responses to the previous scene have no effect any more. */
export function beginScene(): void {
  scene += 1;
  requests.length = 0;
}
export const recordRequest = (name: string, request: unknown) => requests.push({ name, request });

/** Tests may delay one response or all. */
export async function waitWhileHeld(name: string): Promise<void> {
  const { held, lateMs } = globalThis as { held?: Record<string, Promise<void>>; lateMs?: number };
  await held?.[name];
  if (lateMs !== undefined) await new Promise((resolve) => setTimeout(resolve, lateMs));
}

/** Complete, or responses that override the defaults. */
export type Fake = PageApi | Answers;

export const createFakePageApi = (fake: Fake): PageApi => ('send' in fake ? fake : createFakeServices(fake));

export function createFakeServices(answers: Answers = {}): PageApi {
  return {
    now: () => now,
    copy: () => Promise.resolve(),
    open: (address, isBackground = false) =>
      void recordRequest(isBackground ? 'open in background' : 'open', address),
    openSettings() {},
    drafts: new Map(),
    async requestHost(...patterns) {
      recordRequest('permissions.request', patterns.join(' '));
      return true;
    },
    async send<N extends MessageName>(name: N, request: MessageRequest<N>): Promise<MessageResponse<N>> {
      recordRequest(name, request);
      const asking = scene;
      await waitWhileHeld(name);
      if (asking !== scene) return new Promise<never>(() => {});
      const answer = answers[name] ?? defaultAnswers[name];
      const found = (answer as ((request: MessageRequest<N>) => unknown) | undefined)?.(request) ?? null;
      if (found === 'never') return new Promise<never>(() => {});
      if (isProblem(found)) throw new ProblemError(found);
      return found as MessageResponse<N>;
    },
  };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'msg' in value;
}
