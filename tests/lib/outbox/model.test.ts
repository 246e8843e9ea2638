/**
 * Stories made up by chance: sends, answers, faults, clock jumps, restarts and deaths at every point at which anything
 * is waited for. Whatever happens: no link is lost, none arrives twice, the order is kept, and every item comes to an
 * end or says why it waits.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Deed, type Plot, Story } from './story.ts';
import { type Fault, type Rules, repeats } from './world.ts';

const benign: Rules = {
  slots: 3,
  duration: 60_000,
  gap: 0,
  echo: 'as-sent',
  refusesQueued: false,
  filtersFiles: true,
  rewritesTitles: true,
  turn: 0,
  unreadable: 'nothing',
};

const rules: fc.Arbitrary<Rules> = fc.record({
  slots: fc.integer({ min: 1, max: 6 }),
  duration: fc.constantFrom(10, 2_000, 60_000, 600_000),
  gap: fc.constantFrom(0, 0, 5_000),
  echo: fc.constantFrom('as-sent', 'decoded', 'trimmed'),
  refusesQueued: fc.boolean(),
  filtersFiles: fc.boolean(),
  rewritesTitles: fc.boolean(),
  turn: fc.constantFrom(0, 0, 50, 5_000),
  unreadable: fc.constantFrom('nothing', 'nothing', 'nothing', 'transfers', 'files'),
});

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Fault>(
      'slow',
      'reset-before',
      'reset-after',
      'html-before',
      'html-after',
      'hang',
      'hang-after',
      'late',
      'rate-limited',
      'quota',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom<Fault>(...repeats) },
);

/** Each link is another one, so that what arrives can be counted; but for twins, which are sent although they are known. */
const kinds = fc.array(fc.constantFrom('film', 'failing film', 'forbidden', 'a%2Bb&c', 'twin'), {
  minLength: 1,
  maxLength: 6,
});
const which = fc.nat(20);

function deeds(extra: readonly fc.Arbitrary<Deed>[]): fc.Arbitrary<Plot['deeds']> {
  const add = fc.record({ type: fc.constant('add' as const), links: kinds, private: fc.boolean() });
  const others: fc.Arbitrary<Deed>[] = [
    fc.constant<Deed>({ type: 'kill' }),
    fc.record({ type: fc.constant('offline' as const), milliseconds: fc.integer({ min: 1, max: 300_000 }) }),
    fc.constantFrom<Deed>({ type: 'pause' }, { type: 'resume' }),
    fc.record({ type: fc.constantFrom('retry' as const, 'checkAgain' as const, 'remove' as const), which }),
    ...extra,
  ];
  const after = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 120_000 }));
  const deed = fc.oneof(
    { weight: 2, arbitrary: add },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.array(fc.record({ after, deed }), { minLength: 1, maxLength: 10 }).map(withOwnLinks);
}

function withOwnLinks(list: Plot['deeds']): Plot['deeds'] {
  let count = 0;
  const name = (kind: string) => {
    if (kind === 'twin') return 'https://files.example/twin.mp4';
    count += 1;
    return `https://files.example/${kind.replace(' ', '%20')}-${count}.mp4?n=${count}`;
  };
  return list.map(({ after, deed }) =>
    deed.type === 'add' ? { after, deed: { ...deed, links: deed.links.map(name) } } : { after, deed },
  );
}

function plots(extra: {
  readonly deeds?: readonly fc.Arbitrary<Deed>[];
  readonly faults?: fc.Arbitrary<Fault>;
}) {
  return fc.record<Plot>({
    rules,
    deeds: deeds(extra.deeds ?? []),
    faults: fc.array(extra.faults ?? fault, { maxLength: 30 }),
    deaths: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }),
    restart: fc.constantFrom(1_000, 20_000),
    oldFiles: fc.constantFrom([], ['an old film'], ['film-1', 'film-2.mp4']),
  });
}

/** What has to hold at the end of every story. */
async function check(story: Story): Promise<void> {
  const { service, added, removed, events, ends } = story;
  expect(story.complaints).toEqual([]);
  const left = new Map((await story.store.list()).map((item) => [item.id, item]));
  const accepted = events.flatMap((event) => (event.type === 'accepted' ? [event.item] : []));

  for (const [url, items] of Map.groupBy(added.values(), (item) => item.url)) {
    const codes = service.taken.get(url) ?? [];
    expect(codes.length, `${url} is on the service no more often than it was sent`).toBeLessThanOrEqual(
      items.length,
    );
    for (const { id } of items) {
      const item = left.get(id);
      const told = accepted.find((each) => each.id === id);
      if (item !== undefined) {
        expect(told, `${url} is not in the outbox any more`).toBeUndefined();
        expect(item.state).toMatch(/refused|unsure/);
        if (item.state === 'unsure')
          expect(item.doubt?.nextLookAt, `${url} is the user's to decide`).toBeNull();
        // An address that is in the queue already is refused by some services.
        else expect(url, 'only what the service refused is refused').toMatch(/forbidden|twin/);
      } else if (!removed.has(id)) {
        expect(told, `${url} was not lost`).toBeDefined();
        expect(codes).toContain(told?.fileCode);
      }
    }
  }

  const claimedTwice = accepted.filter(({ id, fileCode }) =>
    accepted.some((b) => b.id !== id && b.fileCode === fileCode),
  );
  expect(claimedTwice).toEqual([]);

  // The watch has told the truth about everything that was accepted.
  for (const { fileCode } of accepted) {
    const fate = service.fate(fileCode);
    const told = ends.flatMap((end) =>
      end.type !== 'changed' && end.transfer.fileCode === fileCode ? [end.type] : [],
    );
    expect(new Set(told)).toEqual(new Set([fate === 'failed' ? 'failed' : 'done']));
    expect(fate).not.toBe('nothing');
  }
}

function expectOrder({ added, firstSends }: Story): void {
  expect([...firstSends]).toEqual([...added.keys()].filter((id) => firstSends.has(id)));
}

async function told(plot: Plot): Promise<Story> {
  const story = new Story(plot);
  await story.tell();
  return story;
}

const jump: fc.Arbitrary<Deed> = fc.record({
  type: fc.constant('jump' as const),
  milliseconds: fc.integer({ min: -50 * 60_000, max: 50 * 60_000 }),
});
const notLate = fault.filter((each) => each !== 'late');

test('with faults and deaths, no link is lost or doubled, and the order is kept', {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(plots({}), async (plot) => {
    const story = await told(plot);
    await check(story);
    expectOrder(story);
  });
  await fc.assert(property, { numRuns: 800 });
});

test('with a clock that jumps as well', { timeout: 120_000 }, async () => {
  // A request that takes effect long after it was given up, and a clock that says that much time has passed when it has
  // not: together they cannot be told from an absence, by anybody.
  const property = fc.asyncProperty(plots({ deeds: [jump], faults: notLate }), async (plot) => {
    const story = await told(plot);
    await check(story);
    expectOrder(story);
  });
  await fc.assert(property, { numRuns: 400 });
});

test('with links of other devices in between, and a user who changes the order', {
  timeout: 120_000,
}, async () => {
  const foreign = fc
    .nat(1_000)
    .map<Deed>((n) => ({ type: 'foreign', link: `https://elsewhere.example/${n}.mp4` }));
  const moveUp = fc.record({ type: fc.constant('moveUp' as const), which });
  const property = fc.asyncProperty(plots({ deeds: [foreign, moveUp] }), async (plot) =>
    check(await told(plot)),
  );
  await fc.assert(property, { numRuns: 400 });
});

/** Who takes out a link whose fate is open leaves a file behind that nobody can explain; and twins are alike. */
function withoutRiddles(deed: Deed): Deed {
  if (deed.type === 'remove') return { type: 'resume' };
  return deed.type === 'add' ? { ...deed, links: deed.links.filter((link) => !link.includes('twin')) } : deed;
}

test('where nobody else uses the account, nothing stays unsure', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(plots({ faults: notLate }), async (plot) => {
    const { slots, duration } = plot.rules;
    const story = await told({
      ...plot,
      rules: { ...benign, slots, duration },
      deeds: plot.deeds.map(({ after, deed }) => ({ after, deed: withoutRiddles(deed) })),
    });
    await check(story);
    expect((await story.store.list()).filter(({ state }) => state === 'unsure')).toEqual([]);
  });
  // Two in doubt, of whom the one was never taken and the other was, and is a file before anybody looks.
  const neighbours: Plot = {
    rules: { ...benign, slots: 1, duration: 10 },
    deeds: [
      {
        after: 0,
        deed: {
          type: 'add',
          links: ['1', '2'].map((n) => `https://files.example/film-${n}.mp4`),
          private: false,
        },
      },
    ],
    faults: ['reset-before', 'none', 'hang-after', 'none', 'hang-after'],
    ...{ deaths: [], oldFiles: [], restart: 1_000 },
  };
  await fc.assert(property, { numRuns: 400, examples: [[neighbours]] });
});
