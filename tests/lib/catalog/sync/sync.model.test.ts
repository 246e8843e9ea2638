/**
 * Whatever happens at the service, on the network and to the worker, in any order: after an undisturbed visit a day later, the catalog
 * matches the service.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FaultRule } from '../../../../service/src/index.ts';
import { countRuns } from '../../../properties.ts';
import { accountId, day, minute, type SyncSetup, setUpSync } from './sync-setup.ts';

let setup: SyncSetup;
beforeAll(async () => {
  setup = await setUpSync();
});
afterAll(() => setup.close());

let numbers = 0;
const newNumber = () => ++numbers;

/** Index of one of the files or folders. */
const index = fc.nat(10_000);
const fault: fc.Arbitrary<FaultRule> = fc
  .record({
    endpoint: fc.constantFrom('*', '/api/file/list', '/api/folder/list', '/api/file/info'),
    kind: fc.constantFrom('reset-before', 'reset-after', 'html', 'empty', 'cut', 'too-many-requests-200'),
    skip: fc.nat(20),
    times: fc.integer({ min: 1, max: 5 }),
  })
  .map((rule) => rule as FaultRule);

const event = fc.oneof(
  fc.record({ type: fc.constant('clone'), index }),
  fc.record({ type: fc.constant('rename'), index }),
  fc.record({ type: fc.constant('move'), index, to: index }),
  fc.record({ type: fc.constant('delete'), index }),
  fc.record({ type: fc.constant('createFolder'), index }),
  fc.record({ type: fc.constant('renameFolder'), index }),
  fc.record({ type: fc.constant('deleteFolder'), index }),
  fc.record({ type: fc.constant('visit'), index }),
  fc.record({ type: fc.constant('run'), changes: fc.nat(12) }),
  fc.record({ type: fc.constant('wait'), time: fc.constantFrom(10_000, 2 * minute, day) }),
  fc.record({ type: fc.constant('restart') }),
  fc.record({ type: fc.constant('stop') }),
  fc.record({ type: fc.constant('poll'), isPageOpen: fc.boolean() }),
  fc.record({ type: fc.constant('fault'), fault }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

interface ServiceState {
  readonly files: readonly [string, string, string][];
  readonly folders: readonly [string, string, string][];
}

async function applyEvent(event: Event): Promise<void> {
  const { otherClient, admin, time } = setup;
  const needsServiceState = 'index' in event;
  const faults = (await admin.faults()).map(({ rule }) => rule);
  await admin.clearFaults();
  const { files, folders } = needsServiceState
    ? ((await setup.serviceState()) as ServiceState)
    : { files: [], folders: [] };
  const pick = (list: readonly [string, string, string][], at: number) => list[at % (list.length || 1)]?.[0];
  const file = needsServiceState ? pick(files, event.index) : undefined;
  const folder = needsServiceState ? pick([['0', '', ''], ...folders], event.index) : undefined;
  switch (event.type) {
    case 'clone':
      if (file) await otherClient.files.clone(file, { folderId: folder });
      break;
    case 'rename':
      if (file) await otherClient.files.rename(file, `Title ${newNumber()}`);
      break;
    case 'move':
      if (file) await otherClient.files.move(file, pick([['0', '', ''], ...folders], event.to) ?? '0');
      break;
    case 'delete':
      if (file) await admin.deleteFile(file);
      break;
    case 'createFolder':
      await otherClient.folders.create({ name: 'Folder', parentId: folder });
      break;
    case 'renameFolder':
      if (folder && folder !== '0') await otherClient.folders.rename(folder, `Name ${newNumber()}`);
      break;
    case 'deleteFolder':
      if (folder && folder !== '0') await admin.deleteFolder(folder);
      break;
    case 'visit':
      await admin.setFaults(faults);
      await setup.sync().visit(accountId, folder === '0' ? null : (folder ?? null));
      return;
    case 'run': {
      await admin.setFaults(faults);
      const before = setup.changes.soon + setup.changes.now;
      let isAtRest = false;
      void setup
        .sync()
        .run()
        .then(() => {
          isAtRest = true;
        });
      await setup.until(() => isAtRest || setup.changes.soon + setup.changes.now >= before + event.changes);
      return;
    }
    case 'wait':
      time.now += event.time;
      break;
    case 'restart':
      setup.restart();
      break;
    case 'stop':
      await setup.sync().stop(accountId);
      break;
    case 'poll':
      setup.browser.isPageOpen = event.isPageOpen;
      break;
    case 'fault':
      await admin.setFaults([...faults, event.fault]);
      return;
  }
  await admin.setFaults(faults);
}

it('finally agrees with the service', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      await setup.reset();
      await setup.service.seed({ account: setup.email(), files: 420, folders: 9 });
      await setup.sync().visit(accountId, null);
      for (const each of events) {
        await applyEvent(each);
        // A complete sync shows no button to continue.
        const { phase, isStopped } = await setup.disk.syncStatus(accountId);
        expect(phase === 'complete' && isStopped).toBe(false);
      }

      await setup.admin.clearFaults();
      setup.browser.isPageOpen = true;
      setup.time.now += 2 * day;
      await setup.sync().resume(accountId);
      await setup.sync().visit(accountId, null);
      await setup.syncToEnd();
      const state = await setup.disk.syncStatus(accountId);
      expect(state).toMatchObject({ phase: 'complete', isStopped: false, fullSync: null, problem: null });
      // A full sync may have begun before the last changes. The next one sees them all.
      setup.time.now += 2 * day;
      await setup.sync().visit(accountId, null);
      await setup.syncToEnd();
      expect(await setup.catalog()).toEqual(await setup.serviceState());
    }),
    { numRuns: countRuns(15) },
  );
});
