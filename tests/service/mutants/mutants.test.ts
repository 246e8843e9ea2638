/** The conformance suite against the local service, which fails no check, and against its mutants, each caught by its check. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Check, Context, checks, runCheck, type Verdict } from '../../../service/conformance/index.ts';
import {
  type RunningService,
  type RunningSite,
  startSampleSite,
  startService,
} from '../../../service/src/index.ts';
import { mutants, unchecked } from './catalogue.ts';
import { ALTERATION_FAILED, type Alteration, createProxy, type Mutant } from './proxy.ts';

const OTHER_KEY = 'key-of-another';
const LIMITS = ['Limits', 'Errors'];
/** A reason that shows nothing of the check: it was too slow, or broke, or the mutant broke. */
const ACCIDENT = new RegExp(`${ALTERATION_FAILED}|^\\w*Error: |within \\d+ s$|takes too long$`);

let dataDir: string;
let service: RunningService;
let limited: RunningService;
let site: RunningSite;
/** Keys of prepared accounts that nothing uses at the moment: what runs side by side has an account each. */
const free: string[] = [];
let accountCount = 0;
/** The mutants of the limit spend their time waiting and need no account, so all run from the start on. */
const limitVerdicts = new Map<Mutant, Promise<Verdict | undefined>>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-mutants-'));
  service = await startService({
    dataDir: join(dataDir, 'unlimited'),
    accounts: [{ email: 'other@example.org', key: OTHER_KEY }],
    rateLimit: false,
    // What a mutant left in the queue must not hold up the next one.
    slots: 1000,
  });
  limited = await startService({ dataDir: join(dataDir, 'limited') });
  site = await startSampleSite();
  for (const mutant of mutants.filter(({ section }) => LIMITS.includes(section))) {
    limitVerdicts.set(mutant, runMutant(mutant, OTHER_KEY));
  }
});

afterAll(async () => {
  await service.close();
  await limited.close();
  await site.close();
  await rm(dataDir, { recursive: true });
});

/** A new account that has what the suite expects of a prepared one. */
async function createAccount(): Promise<string> {
  accountCount += 1;
  const account = { email: `account${accountCount}@example.org`, key: `key-of-account-${accountCount}` };
  service.createAccount(account);
  limited.createAccount(account);
  await service.seed({ account: account.email, files: 600, folders: 20, takedowns: 501 });
  return account.key;
}

/** Runs something as an account that nothing else uses meanwhile. */
async function withAccount<T>(run: (key: string) => Promise<T>): Promise<T> {
  const key = free.pop() ?? (await createAccount());
  try {
    return await run(key);
  } finally {
    free.push(key);
  }
}

/** Runs the check that must catch a mutant. */
async function runMutant({ caughtBy, alteration }: Mutant, key: string): Promise<Verdict | undefined> {
  const chosen = checks.filter(({ name }) => name === caughtBy);
  return (await runChecks(key, chosen, alteration))[0];
}

/** Runs some checks of a section, against the service or one of its mutants. */
async function runChecks(key: string, chosen: readonly Check[], alteration?: Alteration): Promise<Verdict[]> {
  // The service itself has the limit; mutants have their own, or none.
  const { url } = LIMITS.includes(chosen[0]?.section ?? '') && !alteration ? limited : service;
  const context = new Context({
    baseUrl: url,
    key,
    otherKey: OTHER_KEY,
    sourceSite: site.url,
    prepared: true,
    mayChangeQueue: true,
    paced: false,
    ...(alteration && { arrivalMs: 3000, timeoutMs: 5000, fetch: createProxy(url, key, alteration) }),
  });
  const verdicts: Verdict[] = [];
  for (const check of chosen) verdicts.push(await runCheck(check, context));
  return verdicts;
}

const checksOf = (section: string) => checks.filter((check) => check.section === section);

test('the catalogue: names are unique, and each check is that of a mutant of its section', () => {
  const names = checks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(mutants.map((mutant) => JSON.stringify(mutant))).size).toBe(mutants.length);
  const caught = new Set(mutants.map(({ caughtBy }) => caughtBy));
  expect(names.filter((name) => !caught.has(name))).toEqual([]);
  const sections = new Map(checks.map(({ section, name }) => [name, section]));
  expect(mutants.filter(({ section, caughtBy }) => sections.get(caughtBy) !== section)).toEqual([]);
});

/** Sections of docs/http-api.md with the parameters and fields of their tables; without those that only have subsections. */
const sections = readFileSync('docs/http-api.md', 'utf8')
  .split(/^#+ /m)
  .slice(2)
  .map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    names: [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name),
    isGroup: text.split('\n').filter((line) => line !== '').length === 1,
  }))
  .filter(({ isGroup }) => !isGroup);

/** Sections whose entries other calls answer with. */
const answeredBy = new Map([['File entry', 'List files']]);

test('the catalogue: each section is checked, or it says why not', () => {
  const covered = new Set([...checks, ...unchecked].map(({ section }) => section));
  // The forms of "Values" are checked with each field.
  const left = sections.filter(
    ({ title }) => !covered.has(answeredBy.get(title) ?? title) && title !== 'Values',
  );
  expect(left.map(({ title }) => title)).toEqual([]);
  expect(unchecked.filter(({ section }) => !sections.some(({ title }) => title === section))).toEqual([]);
});

test('the catalogue: each parameter and field of the document is wrong in a mutant of its section', () => {
  const left = sections.flatMap(({ title, names }) => {
    const own = mutants.filter(({ section }) => section === (answeredBy.get(title) ?? title));
    // The key is that of "Authentication", where each call has two mutants.
    const wanted = names.filter((name) => name !== 'key');
    return wanted
      .filter((name) => !own.some((mutant) => mutant.name.includes(`"${name}"`)))
      .map((name) => `${title}: ${name}`);
  });
  expect(sections.flatMap(({ names }) => names).length).toBeGreaterThan(140);
  expect(left).toEqual([]);
});

const checkedSections = [...new Set(checks.map(({ section }) => section))];

test.concurrent.for(checkedSections)(
  '%s: the service fails no check and skips none',
  {
    timeout: 60_000,
  },
  async (section) => {
    const verdicts = await withAccount((key) => runChecks(key, checksOf(section)));
    expect(verdicts.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
  },
);

// `scripts/mutants-table.ts` reads these titles.
const titled = mutants.map((each) => [`${each.section}, ${each.name} → ${each.caughtBy}`, each] as const);

test.concurrent.for(titled)('%s', { timeout: 60_000 }, async ([, mutant]) => {
  const { caughtBy, reason = '' } = mutant;
  const verdict = await (limitVerdicts.get(mutant) ?? withAccount((key) => runMutant(mutant, key)));
  const outcome = checks.find(({ name }) => name === caughtBy)?.isInferred ? 'noted' : 'fails';
  expect(verdict).toMatchObject({ outcome, reason: expect.stringContaining(reason) });
  if (reason === '') expect(verdict?.reason).not.toMatch(ACCIDENT);
});

// Had a mutant spoilt its account, the next one would be caught for that.
test('after all of them the service still fails no check, with any of the accounts', {
  timeout: 120_000,
}, async () => {
  const sections = checkedSections.filter((each) => !LIMITS.includes(each));
  expect(free.length).toBeGreaterThan(1);
  const verdicts = await Promise.all(free.map((key) => runChecks(key, sections.flatMap(checksOf))));
  expect(verdicts.flat().filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
});
