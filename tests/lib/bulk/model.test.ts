/**
 * Stories made up by chance: moves, renames and clones, stops, undos and retries, faults before and after the effect, a
 * service that says yes and changes nothing, restarts and deaths at every point at which anything is waited for.
 * Whatever happens: every file ends as asked or with a reason, no clone is made twice, and undo restores exactly.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isActive } from '../../../lib/bulk/job.ts';
import type { BulkWork } from '../../../lib/bulk/work.ts';
import { type Deed, type Plot, Story } from './scenario.ts';
import type { Fault, Rules, Service } from './setup.ts';

const limit = { timeout: 240_000 };

const rules: fc.Arbitrary<Rules> = fc.record({ rewrites: fc.boolean(), tellsFolders: fc.constant(true) });

const evil: readonly Fault[] = [
  ...(['slow', 'reset-before', 'reset-after', 'html-before', 'html-after', 'hang', 'hang-after'] as const),
  ...(['late', 'rate-limited', 'quota'] as const),
];
const faultsOf = (...faults: readonly Fault[]) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<Fault>('none') },
      { weight: 5, arbitrary: fc.constantFrom(...faults) },
    ),
    { maxLength: 40 },
  );

const titles = ['holiday', 'lecture 07', 'a_b.c', 'Étude', 'holiday (1)', 'x'];

/** Three folders (A, B, and C in B), ten files of our own in them and two of somebody else's. */
function fill(service: Service): void {
  const a = service.addFolder('A');
  const b = service.addFolder('B');
  const c = service.addFolder('C', b);
  for (let n = 0; n < 10; n += 1) {
    service.add(`${titles[n % titles.length]}${n < 6 ? '' : ` ${n}`}`, ['0', a, b, c][n % 4] ?? '0');
  }
  service.add('theirs', '0', false);
  service.add('holiday', '0', false);
}
const own = (service: Service) =>
  [...service.files].flatMap(([fileCode, { title, folderId, mine }]) =>
    mine ? [{ fileCode, title, folderId }] : [],
  );
const folderOf = (service: Service, which: number) => {
  const ids = ['0', ...service.folders.keys()].slice(0, 4);
  return { id: ids[which % ids.length] ?? '0', name: '' };
};
const chosen = <T>(list: readonly T[], picks: readonly number[]) =>
  [...new Set(picks.map((pick) => list[pick % list.length]))].filter((each) => each !== undefined);

const picks = fc.array(fc.nat(11), { minLength: 1, maxLength: 10 });
const move = fc.record({ picks, folder: fc.nat(3) }).map(({ picks, folder }): Deed => {
  const work = (service: Service): BulkWork => {
    return {
      kind: 'move',
      files: chosen(own(service).slice(0, 10), picks),
      folder: folderOf(service, folder),
    };
  };
  return { type: 'start', work };
});
const rename = fc.record({ picks, n: fc.nat(99) }).map(({ picks, n }): Deed => {
  const work = (service: Service): BulkWork => {
    const files = chosen(own(service).slice(0, 10), picks);
    return { kind: 'rename', files, titles: files.map((_, at) => `part_${at}.v${n} of ${n}.mkv`) };
  };
  return { type: 'start', work };
});
const clone = fc.record({ picks, folder: fc.nat(3) }).map(({ picks, folder }): Deed => {
  const work = (service: Service): BulkWork => {
    const originals = [...service.files.keys()].slice(0, 12);
    return { kind: 'clone', fileCodes: chosen(originals, picks), folder: folderOf(service, folder) };
  };
  return { type: 'start', work };
});

const which = fc.nat(5);
const troubles: readonly fc.Arbitrary<Deed>[] = [
  fc.constant<Deed>({ type: 'kill' }),
  fc.record({ type: fc.constant('offline' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ type: fc.constant('badKey' as const), milliseconds: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ type: fc.constantFrom('stop' as const, 'resume' as const, 'retry' as const), which }),
];

function plots(
  works: readonly fc.Arbitrary<Deed>[],
  faults: readonly Fault[],
  extra: readonly fc.Arbitrary<Deed>[],
) {
  const deed = fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...works) },
    { weight: 4, arbitrary: fc.oneof(...troubles, ...extra) },
  );
  const after = fc.oneof(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 90_000 }));
  return fc.record<Plot>({
    rules,
    deeds: fc
      .tuple(fc.oneof(...works), fc.array(fc.record({ after, deed }), { maxLength: 8 }))
      .map(([first, rest]) => [{ after: 0, deed: first }, ...rest]),
    faults: faultsOf(...faults),
    deaths: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 5 }),
  });
}

async function told(plot: Plot): Promise<Story> {
  const story = new Story(plot, fill);
  await story.tell();
  expect(story.complaints).toEqual([]);
  return story;
}

/** What has to hold at the end of every story. */
async function check(story: Story): Promise<void> {
  const { service } = story;
  const jobs = await story.jobs();
  expect(jobs.filter(isActive)).toEqual([]);
  const outcomes = new Map<string, { readonly property: 'title' | 'folderId'; readonly marks: string }>();
  for (const job of jobs) {
    const endings = await story.endings(job.key);
    expect(endings).toHaveLength(job.total);
    if (job.state === 'done') {
      const { done, failed, unsure } = job;
      expect(story.ended.get(job.key)).toMatchObject({ done, failed, unsure });
      expect(job.verified + job.failed + job.unsure, 'every file has come to an end').toBe(job.total);
    }
    for (const { fileCode, mark, note } of endings) {
      if (mark === 'f' || mark === 'u' || mark === 'o') expect(note?.code, 'a reason is given').toMatch(/\w/);
      if (job.kind === 'clone') continue;
      const property = job.kind === 'rename' ? 'title' : 'folderId';
      const { marks = '' } = outcomes.get(`${fileCode} ${property}`) ?? {};
      outcomes.set(`${fileCode} ${property}`, { property, marks: marks + mark });
    }
  }
  // The catalog says of a file what the service says, unless a request was carried out after everybody had given it up.
  for (const [key, { property, marks }] of outcomes) {
    const [fileCode = ''] = key.split(' ');
    const known = story.catalog.get(fileCode)?.[property];
    if (!/^[vn]+$/.test(marks) || known === undefined || story.plot.faults.includes('late')) continue;
    expect(known, fileCode).toBe(service.files.get(fileCode)?.[property]);
  }
}

test('every file ends as asked or with a reason', limit, async () => {
  const undo = fc.record({ type: fc.constant('undo' as const), which });
  const property = fc.asyncProperty(
    plots([move, rename, clone], [...evil, 'lie', 'odd-words'], [undo]),
    async (plot) => check(await told(plot)),
  );
  await fc.assert(property, { numRuns: 60 });
});

test(
  'where nobody lies, everything comes out as asked, but for what the service refuses',
  limit,
  async () => {
    const property = fc.asyncProperty(plots([move, rename], evil, []), async (plot) => {
      const story = await told(plot);
      await check(story);
      for (const { failed, state } of await story.jobs()) {
        expect(state).toBe('done');
        // A request that is carried out long after it was given up may undo what came after it; so may another job, in
        // the middle of one that was stopped.
        const isDisturbed =
          plot.faults.includes('late') || plot.deeds.some(({ deed }) => deed.type === 'stop');
        if (!isDisturbed) expect(failed).toBe(0);
      }
    });
    await fc.assert(property, { numRuns: 40 });
  },
);

test('where nothing goes wrong, nothing is asked for twice', limit, async () => {
  const plot = fc.record<Plot>({
    rules,
    deeds: fc.oneof(move, rename).map((deed) => [{ after: 0, deed }]),
    faults: faultsOf('slow'),
    deaths: fc.constant([]),
    learning: fc.integer({ min: 1, max: 1_000 }),
  });
  const property = fc.asyncProperty(plot, async (each) => {
    const story = await told(each);
    const [job] = await story.jobs();
    const changes = story.service.requests.filter((what) => what === 'file/move' || what === 'file/rename');
    expect(changes).toHaveLength(job?.total ?? 0);
  });
  await fc.assert(property, { numRuns: 40 });
});

test('no clone is made twice, and what is said to be made is there', limit, async () => {
  const foreign = fc.nat(3).map<Deed>((folder) => ({
    type: 'foreign',
    act: (service) => void service.add('something else', folderOf(service, folder).id),
  }));
  const property = fc.asyncProperty(plots([clone], [...evil, 'odd-words'], [foreign]), async (plot) => {
    const story = await told(plot);
    await check(story);
    const { service } = story;
    const asked = new Map<string, { most: number; least: number }>();
    const made: string[] = [];
    for (const job of await story.jobs()) {
      for (const { fileCode, mark, note } of await story.endings(job.key)) {
        const before = asked.get(fileCode) ?? { most: 0, least: 0 };
        const isMade = mark === 'v';
        const mayBe = isMade || mark === 'u';
        asked.set(fileCode, { most: before.most + (mayBe ? 1 : 0), least: before.least + (isMade ? 1 : 0) });
        if (isMade && note?.left) made.push(note.left);
      }
    }
    for (const [fileCode, { most, least }] of asked) {
      const count = service.clones.get(fileCode)?.length ?? 0;
      expect(count, `copies of ${fileCode}`).toBeLessThanOrEqual(most);
      expect(count, `copies of ${fileCode}`).toBeGreaterThanOrEqual(least);
    }
    expect(new Set(made).size).toBe(made.length);
    for (const copy of made) expect(service.files.has(copy)).toBe(true);
  });
  await fc.assert(property, { numRuns: 60 });
});

test('where nobody else uses the account, no clone of a file of ours stays unsure', limit, async () => {
  const ours = fc.record({ picks, folder: fc.nat(3) }).map(({ picks, folder }): Deed => {
    const work = (service: Service): BulkWork => {
      const fileCodes = chosen(own(service).slice(0, 10), picks).map(({ fileCode }) => fileCode);
      return { kind: 'clone', fileCodes, folder: folderOf(service, folder) };
    };
    return { type: 'start', work };
  });
  const property = fc.asyncProperty(plots([ours], [...evil, 'odd-words'], []), async (plot) => {
    for (const { unsure } of await (await told(plot)).jobs()) expect(unsure).toBe(0);
  });
  await fc.assert(property, { numRuns: 40 });
});

test(
  'the contents of a folder are moved into folders of the same names, none of which is made twice',
  limit,
  async () => {
    // What stands in C already, and what stands there twice under one name.
    const contents = (service: Service): void => {
      fill(service);
      const s = service.addFolder('S');
      const [, b] = [service.addFolder('A', s), service.addFolder('B', s), service.addFolder('B', s)];
      const deep = service.addFolder('deep_one', b);
      service.addFolder('empty', deep);
      for (const folderId of [s, b, b, deep, deep])
        service.add(`film ${service.files.size}`, folderId ?? '0');
      const target = service.addFolder('T');
      service.addFolder('A', target);
    };
    const named = (service: Service, name: string) =>
      [...service.folders].flatMap(([id, folder]) => (folder.name === name ? { id, ...folder } : []));
    const below = (service: Service, parentId: string): { id: string; name: string; parentId: string }[] =>
      [...service.folders].flatMap(([id, folder]) =>
        folder.parentId === parentId ? [{ id, ...folder }, ...below(service, id)] : [],
      );
    const pathOf = (service: Service, folderId: string): string => {
      const folder = service.folders.get(folderId);
      return folder === undefined ? '' : `${pathOf(service, folder.parentId)}/${folder.name}`;
    };
    const start: Deed = {
      type: 'start',
      work(service) {
        const [source, target] = [named(service, 'S')[0], named(service, 'T')[0]];
        if (!source || !target) throw new Error('The folders are there.');
        const folders = below(service, source.id);
        const ids = new Set([source.id, ...folders.map(({ id }) => id)]);
        const files = own(service).filter(({ folderId }) => ids.has(folderId));
        return { kind: 'move-contents', files, source, folder: target, folders };
      },
    };
    const property = fc.asyncProperty(
      plots([fc.constant(start)], [...evil, 'odd-words'], []),
      async (plot) => {
        const [first, ...rest] = plot.deeds.filter(({ deed }, at) => at === 0 || deed.type !== 'start');
        if (first === undefined) return;
        const story = new Story({ ...plot, deeds: [first, ...rest] }, contents);
        await story.tell();
        const { service } = story;
        expect(story.complaints).toEqual([]);
        const [job] = await story.jobs();
        // It may have died before it had stored what was asked for.
        if (job === undefined) return;
        expect(job.state).toBe('done');
        const [source, target] = [named(service, 'S')[0]?.id ?? '', named(service, 'T')[0]?.id ?? ''];
        const paths = (root: string) =>
          below(service, root).map(({ id }) => pathOf(service, id).slice(pathOf(service, root).length));
        // A listing that is refused may keep an empty folder from being made; nothing makes one too many.
        const made = paths(target).sort();
        if (job.failed === 0 && !plot.faults.includes('odd-words'))
          expect(made).toEqual(paths(source).sort());
        for (const path of made) expect(paths(source)).toContain(path);
        expect(made.length).toBeLessThanOrEqual(paths(source).length);
        const left = own(service).filter(({ folderId }) => pathOf(service, folderId).startsWith('/S'));
        expect(left).toHaveLength(job.failed);
        for (const { title, folderId } of own(service)) {
          if (title === 'film 15' || title === 'film 16')
            expect(pathOf(service, folderId)).toMatch(/^\/[ST]\/B\/deep_one$/);
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
  },
);

test(
  'undo restores exactly, also of what was stopped half way, and undo of undo does it again',
  limit,
  async () => {
    const plot = fc.record({
      plot: plots([fc.oneof(move, rename)], [...evil.filter((fault) => fault !== 'late'), 'lie'], []).map(
        ({ deeds, ...rest }) => ({
          ...rest,
          deeds: deeds.filter(({ deed }, at) => at === 0 || deed.type !== 'start'),
        }),
      ),
      stopAfter: fc.option(fc.integer({ min: 0, max: 1_500 }), { nil: null }),
      again: fc.boolean(),
    });
    const property = fc.asyncProperty(plot, async ({ plot, stopAfter, again }) => {
      const [first, ...rest] = plot.deeds;
      if (first === undefined) return;
      const stop =
        stopAfter === null ? [] : [{ after: stopAfter, deed: { type: 'stop', which: 0 } as const }];
      const story = new Story({ ...plot, deeds: [first, ...stop, ...rest] }, fill);
      const before = structuredClone(story.service.files);
      // No resume of what was stopped: it is undone as it is.
      if (stopAfter === null) await story.tell();
      else await story.tellUntilStopped();
      const after = structuredClone(story.service.files);
      const [job] = await story.jobs();
      if (job === undefined) return;
      // Of what was asked for, the catalog was told at once.
      for (const { fileCode, mark, to } of await story.endings(job.key)) {
        const known = story.catalog.get(fileCode)?.[job.kind === 'rename' ? 'title' : 'folderId'];
        if (mark === 'a') expect(known).toBe(to);
      }
      const undone = await story.ask((bulk) => bulk.undo(String(job.key)));
      await story.quiet();
      if (undone === undefined || undone === null) expect(story.service.files).toEqual(after);
      else expect(story.service.files).toEqual(before);
      if (again && typeof undone === 'string') {
        await story.ask((bulk) => bulk.undo(undone));
        await story.quiet();
        expect(story.service.files).toEqual(after);
      }
      expect(story.complaints).toEqual([]);
    });
    await fc.assert(property, { numRuns: 40 });
  },
);
