import { expect, it, vi } from 'vitest';
import { ApiError, type FileInfo } from '../../../../lib/api/index.ts';
import { type LinkCheck, toCheckedLink } from '../../../../lib/bulk/link-check/checked-link.ts';
import { createLinkChecks, type LinkCheckOptions } from '../../../../lib/bulk/link-check/link-checks.ts';
import { linkCheckRetry } from '../../../../lib/timing/policies.ts';

const link = (fileCode: string) => ({ line: 1, text: fileCode, fileCode, accountIds: ['one'] });

const found = (fileCode: string) =>
  ({ found: true, fileCode, title: fileCode, size: 1, length: null, views: 0 }) as FileInfo;

/** Of an account that responds and has no files. */
function setUp(
  options: Partial<Omit<LinkCheckOptions, 'store' | 'clock'>>,
  read = async (): Promise<LinkCheck | null> => null,
) {
  const state = { nowMs: 1, check: null as LinkCheck | null };
  const keep = async (check: LinkCheck) => {
    state.check = check;
  };
  const checks = createLinkChecks({
    store: { read, replace: keep, writeLinks: keep, setStopped: async () => {}, remove: async () => {} },
    accountStatus: { check: async () => null, peek: () => undefined, reportFailure: async () => false },
    readInfos: async (_, codes) =>
      codes.map((fileCode): FileInfo => ({ found: false, fileCode, msg: null, error: null })),
    checkFile: () => Promise.reject(new Error('Nothing is to be asked for')),
    canCheckFile: async () => true,
    findDeleted: async () => new Set(),
    findKnown: async () => new Set(),
    findCodeLengths: async () => new Set(),
    findTakedowns: async () => new Set(),
    clock: () => state.nowMs,
    random: () => 0,
    onChange: () => {},
    ...options,
  });
  return { checks, state };
}

it('a check that is replaced while it is read from the store stays replaced', async () => {
  const stored = Promise.withResolvers<LinkCheck | null>();
  const readInfos = vi.fn(async () => null);
  const { checks } = setUp({ readInfos }, () => stored.promise);

  const running = checks.run();
  await checks.start([]);
  stored.resolve({
    startedAtMs: 1,
    accountIds: ['one'],
    isStopped: false,
    links: [toCheckedLink(link('abc'))],
  });

  expect(await running).toBeNull();
  expect(readInfos).not.toHaveBeenCalled();
});

it('a file that isn’t active exists, with the service’s word for its state', async () => {
  const { checks, state } = setUp({
    checkFile: async (_, fileCode) => ({ fileCode, active: fileCode === 'on', status: 'Frozen' }),
  });
  await checks.start([link('on'), link('off')]);
  expect(await checks.run()).toBeNull();
  expect(state.check?.links).toMatchObject([
    { verdict: 'there', reason: null },
    { verdict: 'there', reason: 'status', msg: 'Frozen' },
  ]);
});

it('a batch that fails at each attempt is given up with the reason, and the next one is checked', async () => {
  const facts = { endpoint: 'file/info', msg: 'Internal error', status: 500, mayHaveTakenEffect: false };
  const readInfos = vi.fn(async (_: string, codes: readonly string[]) => {
    if (codes.includes('code0')) throw new ApiError('invalid-response', 'No', facts);
    return codes.map(found);
  });
  const { checks, state } = setUp({ readInfos });
  await checks.start(Array.from({ length: 60 }, (_, at) => link(`code${at}`)));
  for (let atMs: number | null = state.nowMs; atMs !== null; atMs = await checks.run()) state.nowMs = atMs;
  expect(readInfos).toHaveBeenCalledTimes((linkCheckRetry.attempts ?? 0) + 1);
  expect(state.check?.links).toMatchObject([
    ...Array(50).fill({ verdict: 'unknown', reason: 'invalid-response', msg: 'Internal error' }),
    ...Array(10).fill({ verdict: 'there', reason: null }),
  ]);
});
