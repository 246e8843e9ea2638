/** Undo and redo of additions and removals, in any order, with workers that end and responses that are lost. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, createUndoStack } from '../../../../components/undo/undo-stack.ts';
import { undo } from '../../../../lib/background/actions/undo.ts';
import { GoneError } from '../../../../lib/background/problems.ts';
import { createSendUndo, toUndoId } from '../../../../lib/undo-id.ts';
import { createMemoryStore } from '../../../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../../../lib/uploads/tracking/progress.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { createUploads } from '../../../../lib/uploads/uploads.ts';
import { createFakeAccountStatus } from '../../fake-account-status.ts';
import {
  accountId,
  createFakeFrozenArea,
  putUploads,
  quietContext,
  runningUpload,
  sampleUpload,
} from '../../uploads/samples.ts';
import { to, url } from '../../uploads/set-up.ts';

interface PageChange extends Change {
  readonly ids: readonly string[];
  /** Ids of uploads, and whether the change made them visible. */
  readonly uploads: readonly string[];
  readonly shows: boolean;
}

const states = ['queued', 'refused', 'done', 'uncertain', 'vanished'] as const;

/** A page, and the background's uploads, which another worker can reopen at any time. */
async function openPage() {
  const area = createFakeFrozenArea();
  const accountStatus = createFakeAccountStatus(area, { clock: () => 5_000 });
  let count = 0;
  function createId() {
    count += 1;
    return `id ${count}`;
  }
  const open = () => {
    const store = createMemoryStore(area);
    const uploads = createUploads({
      ...quietContext,
      store,
      accountStatus,
      tracking: createTrackingStore(area),
      clock: () => 5_000,
      random: () => 0.5,
      isOnline: () => true,
      newId: createId,
      clientFor: async () => null,
      onChange: () => {},
    });
    const context = {
      uploads,
      ports: { createId },
      scheduler: { runAction: <T>(_: unknown, act: () => Promise<T>) => act() },
    } as unknown as Parameters<typeof undo>[0];
    return { store, uploads, context };
  };
  let worker = open();
  const first = states.map((state, order) =>
    (state === 'queued' || state === 'refused' || state === 'uncertain' ? sampleUpload : runningUpload)({
      id: state,
      state,
      order,
      url: url(state),
      addressKey: url(state),
      fileCode: state === 'done' ? 'done' : null,
    }),
  );
  await putUploads(worker.store, ...first);
  const originals = new Map<string, Upload>(first.map((upload) => [upload.id, upload]));
  return {
    originals,
    createId,
    die() {
      worker = open();
    },
    get worker() {
      return worker;
    },
    async visible(): Promise<readonly Upload[]> {
      const shown = await worker.store.transact('read', (tx) => tx.listInStates(accountId, [...states]));
      return shown.toSorted((one, other) => one.id.localeCompare(other.id));
    },
  };
}

const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ act: fc.constant('remove' as const), at: fc.nat(20) }),
    fc.record({
      act: fc.constantFrom('undo' as const, 'redo' as const),
      isLost: fc.constantFrom(false, false, true),
    }),
    fc.record({ act: fc.constant('die' as const) }),
  ),
  { maxLength: 25 },
);

test('the queue matches the undo stack', { timeout: 30_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const page = await openPage();
      const { originals } = page;
      const expected = new Set<string>(originals.keys());
      const set = (ids: readonly string[], isShown: boolean) => {
        for (const id of ids)
          if (isShown) expected.add(id);
          else expected.delete(id);
      };
      let log: readonly PageChange[] = [];
      /** Undone by a request whose response was lost. */
      const spent = new Set<string>();
      let atMs = 0;
      const record = (change: Omit<PageChange, 'atMs' | 'key'>) => {
        atMs += 1;
        log = [...log, { ...change, atMs, key: `change ${atMs}` }];
      };
      for (const step of all) {
        if (step.act === 'die') page.die();
        else if (step.act === 'add') {
          const drafts = Array.from({ length: step.count }, () => ({ url: url(page.createId()) }));
          const { added } = await page.worker.uploads.add(drafts, to);
          for (const upload of added) originals.set(upload.id, upload);
          const uploads = added.map(({ id }) => id);
          set(uploads, true);
          record({ undoes: null, ids: createSendUndo(added), uploads, shows: true });
        } else if (step.act === 'remove') {
          const shown = [...expected];
          const id = shown[step.at % Math.max(1, shown.length)];
          if (id === undefined) continue;
          const removalId = page.createId();
          expect(await page.worker.uploads.remove(id, { removalId })).toBe(true);
          set([id], false);
          const ids = [toUndoId({ kind: 'restore', removalId })];
          record({ undoes: null, ids, uploads: [id], shows: false });
        } else {
          const top = createUndoStack(log)[step.act].at(-1);
          if (top === undefined) continue;
          const answer = await undo(page.worker.context, { ids: top.ids }).catch((error: unknown) => error);
          if (answer instanceof GoneError) {
            expect(spent.has(top.key), 'an earlier answer was lost, and the page forgets the change').toBe(
              true,
            );
            log = log.filter((each) => each !== top);
            continue;
          }
          if (answer instanceof Error) throw answer;
          set(top.uploads, !top.shows);
          if (step.isLost) {
            page.die();
            spent.add(top.key);
          } else {
            const { undo: ids } = answer as { readonly undo: readonly string[] };
            record({ undoes: top.key, ids, uploads: top.uploads, shows: !top.shows });
            if (spent.has(top.key)) spent.add(`change ${atMs}`);
          }
        }
        const visible = await page.visible();
        expect(visible.map(({ id }) => id)).toEqual([...expected].toSorted((a, b) => a.localeCompare(b)));
        // Nothing that may be at the service is queued again.
        for (const upload of visible) expect(upload).toEqual(originals.get(upload.id));
      }
    }),
    { numRuns: 60 },
  );
});
