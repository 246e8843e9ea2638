import { expect, it, vi } from 'vitest';
import { type LinkCheck, toCheckedLink } from '../../../../lib/bulk/link-check/checked-link.ts';
import { createLinkChecks } from '../../../../lib/bulk/link-check/link-checks.ts';

it('a check that is replaced while it is read from the store stays replaced', async () => {
  const stored = Promise.withResolvers<LinkCheck | null>();
  const readInfos = vi.fn(async () => null);
  const checks = createLinkChecks({
    store: {
      read: () => stored.promise,
      replace: async () => {},
      writeLinks: async () => {},
      setStopped: async () => {},
      remove: async () => {},
    },
    accountStatus: { check: async () => null, peek: () => undefined, reportFailure: async () => false },
    readInfos,
    checkFile: () => Promise.reject(new Error('Nothing is to be asked for')),
    canCheckFile: async () => true,
    findDeleted: async () => new Set(),
    findKnown: async () => new Set(),
    findCodeLengths: async () => new Set(),
    findTakedowns: async () => new Set(),
    clock: () => 1,
    random: () => 0,
    onChange: () => {},
  });

  const running = checks.run();
  await checks.start([]);
  const link = toCheckedLink({ line: 1, text: 'abc', fileCode: 'abc', accountIds: ['one'] });
  stored.resolve({ startedAtMs: 1, accountIds: ['one'], isStopped: false, links: [link] });

  expect(await running).toBeNull();
  expect(readInfos).not.toHaveBeenCalled();
});
