/** Runs the conformance suite against the local service, which must pass every check, and against faulty services. */
import { expect, test, vi } from 'vitest';
import * as suite from '../../../service/conformance/index.ts';
import type { ServiceOptions } from '../../../service/src/index.ts';
import { KEY, OTHER_KEY, testService, testSite } from '../helpers.ts';
import { type Alteration, alter, alterationFailed } from './alter.ts';
import * as wrong from './alterations.ts';
import * as document from './document-mutants.ts';
import * as sibling from './sibling-mutants.ts';

vi.setConfig({ testTimeout: 180_000 });

const dialects = [
  { dialect: 'document', catalogue: document.catalogue },
  { dialect: 'sibling', catalogue: sibling.catalogue },
] as const;
const isOfLimit = ({ section }: suite.Check) => section === 'Limits' || section === 'Errors';
const { checks } = suite.suites.document;
const ofLimit = checks.filter(isOfLimit);
const others = checks.filter((check) => !isOfLimit(check));
/** A reason that says nothing about the check: the check crashed or timed out, or the alteration failed. */
const accident = new RegExp(`${alterationFailed}|^\\w*Error: |took too long$`);

type Options = Omit<suite.ContextOptions, 'fetch' | 'paced'>;

async function run(options: Options, chosen: readonly suite.Check[], alterations: Alteration[] = []) {
  const send = alter(options.baseUrl, options.key, alterations);
  const context = new suite.Context({ ...options, paced: false, fetch: send });
  const verdicts: suite.Verdict[] = [];
  for (const check of chosen) verdicts.push(await suite.runCheck(check, context));
  return verdicts;
}

/** A service without the rate limit. The returned function prepares accounts for which no check is skipped. */
async function testPrepared(options: Partial<ServiceOptions> = {}) {
  // Many slots, so that transfers left by one mutant don't delay the next.
  const { service, url: baseUrl } = await testService({ slots: 1000, ...options });
  const common = { baseUrl, dialect: service.dialect, otherKey: OTHER_KEY, sourceSite: await testSite() };
  return async (key: string): Promise<Options> => {
    const { email } = service.createAccount({ email: `${key}@example.org`, key });
    await service.seed({ account: email, files: 600, folders: 0, takedowns: 501 });
    return { ...common, key, prepared: true, mayChangeQueue: true };
  };
}

test.each(dialects)(
  '$dialect: each check catches a mutant; a check that is made for each call, for one of the calls',
  (it) => {
    const { checks } = suite.suites[it.dialect];
    const getKind = ({ name }: suite.Check) => name.replace(/^\/api\/\S+ (requires|.*).*/, '$1');
    const caught = new Set(it.catalogue.flatMap(({ caughtBy }) => caughtBy.map(getKind)));
    expect(checks.filter((check) => !caught.has(getKind(check)))).toEqual([]);
    expect(it.catalogue.filter(({ caughtBy }) => caughtBy.length !== 1)).toEqual([]);
  },
);

test.each(dialects)(
  '$dialect: each mutant is caught by its check; the service passes all checks',
  async ({ dialect, catalogue }) => {
    const { checks } = suite.suites[dialect];
    const [ofLimit, others] = [checks.filter(isOfLimit), checks.filter((check) => !isOfLimit(check))];
    // Slow, so that encodings are seen before they end.
    const prepare = await testPrepared({ dialect, encodingMs: 3_600_000 });
    const options = await prepare('key-of-limits');
    const missed: unknown[] = [];
    const tryMutant = async (account: Options, { caughtBy, alteration }: (typeof catalogue)[number]) => {
      // Only a timeout shows that something doesn't happen.
      const [verdict] = await run({ ...account, arrivalMs: 2000 }, caughtBy, [alteration]);
      const { outcome, reason = '' } = verdict ?? {};
      const isSeen = outcome === (caughtBy[0]?.isInferred ? 'noted' : 'fails');
      const isItsReason = reason.includes(alteration.says ?? '') && !accident.test(reason);
      if (!isSeen || !isItsReason) missed.push({ alteration, verdict });
    };
    const expectAll = async (account: Options, chosen: suite.Check[]) => {
      missed.push(...(await run(account, chosen)).filter(({ outcome }) => outcome !== 'holds'));
    };
    const caught = new Set(catalogue.flatMap(({ caughtBy }) => caughtBy));
    const [own, rest] = [others.filter((it) => caught.has(it)), others.filter((it) => !caught.has(it))];
    const limits = catalogue.filter(({ caughtBy: [check] }) => check && ofLimit.includes(check));
    const queue = catalogue.filter((mutant) => !limits.includes(mutant));
    // Each parallel run has its own account. conformance.all.test.ts shows that the checks of the limit pass.
    const work = async (_: unknown, index: number) => {
      const account = await prepare(`key-${index}-of-mutants`);
      for (let next = queue.pop(); next; next = queue.pop()) await tryMutant(account, next);
      // If a mutant had damaged the account, the next one could be caught for the wrong reason.
      await expectAll(account, own);
    };
    // Run these alone, so that they finish within their second.
    await Promise.all(limits.map((mutant) => tryMutant(options, mutant)));
    await Promise.all([...Array.from({ length: 5 }, work), expectAll(options, rest)]);
    expect(missed).toEqual([]);
  },
);

test('a service with seven deviations fails their checks with the default options', async () => {
  const { url: baseUrl } = await testService({ slots: 100 });
  const options = { baseUrl, key: KEY, sourceSite: await testSite() };
  const empty = wrong.result(() => []);
  const deviations = [
    wrong.at('account/stats', empty),
    wrong.at('dmca/list', empty),
    wrong.at('urlupload/actions', wrong.idle()),
    wrong.at('/api/', wrong.byDefault('key', '{key}'), ...wrong.fields({ server_time: undefined })),
    wrong.at('file/list', ...wrong.ignoring('created')),
    wrong.at('/e/', ...wrong.ignoring('c1_file')),
  ].flat();
  const verdicts = await run(options, others, deviations);
  const eleventh = ofLimit.filter(({ name }) => name.startsWith('the 11th request in'));
  verdicts.push(...(await run(options, eleventh, [wrong.limiting(25)])));
  const find = (part: RegExp) => verdicts.filter(({ name }) => part.test(name));
  const listOutcomes = (part: RegExp) => [...new Set(find(part).map(({ outcome }) => outcome))];
  // An account may have no reports, takedowns or old files, and actions are only called with an option.
  expect(listOutcomes(/^(reports|takedowns): |created as a number/)).not.toContain('holds');
  expect(listOutcomes(/^transfer actions: /)).toEqual(['skipped']);
  expect(listOutcomes(/unknown keys|created as a time|11th|c1_file/)).toEqual(['fails']);
  expect(listOutcomes(/with msg, server_time/)).toEqual(['fails', 'skipped']);
});

test('a service that only does what the document allows fails no check', async () => {
  const options = await (await testPrepared())('key-of-freedom');
  const refusal = { msg: 'Not possible', server_time: '2026-01-02 03:04:05', status: 400 };
  // Reports end yesterday.
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const inWords = ({ result }: Record<string, unknown>) => Array.isArray(result) && result.length === 0;
  const freedoms = [
    wrong.at('file/list', {
      request: ({ params }) => (Number(params.get('per_page')) > 200 ? refusal : undefined),
    }),
    wrong.at('urlupload/status', { answer: (it) => (inWords(it) ? refusal : it) }),
    wrong.at('account/info', ...wrong.fields({ storage_left: 2 ** 60 })),
    wrong.at('account/stats', {
      request({ params }) {
        if (params.has('from_date') || params.has('to_date')) return;
        params.set('from_date', day(Number(params.get('last') ?? 7)));
        params.set('to_date', day(1));
        params.delete('last');
      },
    }),
    wrong.at('file/info', ...wrong.fields({ length: '7' })),
    wrong.at(
      'search/videos',
      wrong.result((all) => (Array.isArray(all) ? all.map(() => ({ code: 'x' })) : all)),
    ),
    wrong.at('/api/', ...wrong.fields({ msg: (msg: unknown) => (msg === 'OK' ? 'Success' : msg) }), {
      contentType: 'text/html',
    }),
    wrong.at('/api/', {
      request: ({ params }) =>
        params.get('key') ? undefined : new Response('{"error":"No key"}', { status: 400 }),
    }),
  ].flat();
  const verdicts = await run(options, others, freedoms);
  expect(verdicts.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
});

test('a service that differs only where nothing is documented fails no check', async () => {
  const options = await (await testPrepared())('key-of-differences');
  const withExtra = (_: string, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? { ...each, extra: 1 } : each;
  // The document says that a folder's envelope has no other fields.
  const isFolder = ({ result }: Record<string, unknown>) => Object.hasOwn(Object(result), 'folders');
  const differences = [
    wrong.at('/api/', { answer: (it) => (isFolder(it) ? it : JSON.parse(JSON.stringify(it), withExtra)) }),
    wrong.at('folder/create', wrong.inNewFolder('parent_id')),
    wrong.at('file/clone', wrong.inNewFolder('fld_id')),
    wrong.at('upload/url', wrong.inNewFolder('fld_id')),
    wrong.at('file/list', wrong.byDefault('fld_id', '0'), wrong.nextPage),
    wrong.at('dmca/list', wrong.nextPage),
    wrong.at('/upload/', document.moveUploaded),
    wrong.at('/settings', { request: () => Response.redirect(`${options.baseUrl}/login`) }),
  ].flat();
  const verdicts = await run(options, others, differences);
  const errors = ofLimit.filter(({ section }) => section === 'Errors');
  verdicts.push(...(await run(options, errors, [wrong.limiting(10, { over: { extra: 1 } })])));
  const inferred = checks.filter(({ isInferred, name }) => isInferred && name !== 'reports: from_date alone');
  const deviating = verdicts.filter(({ outcome }) => outcome !== 'holds');
  expect(deviating).toMatchObject(inferred.map(({ name }) => ({ name, outcome: 'noted' })));
});

test('a service of the sibling dialect that only does what the document allows fails no check', async () => {
  const variants: Partial<ServiceOptions>[] = [
    {
      missingCall: 'envelope-400',
      transferCodes: 'never',
      decodeRemoteUrls: true,
      playerPath: '/embed-{code}.html',
    },
    { transferCodes: 'always', codeInArray: true, sessionIds: true, workingStatus: 'WOKRING', encodingMs: 0 },
    // Pending transfers have no code in the list.
    { slots: 1, quotaBytes: 0, encodingFails: true, encodingMs: 1 },
  ];
  const refusal = { msg: 'No such file', server_time: '2026-01-02 03:04:05', status: 404 };
  const isNumber = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  const freedoms = [
    // Numbers in strings become numbers, and the reverse.
    wrong.at('/api/', {
      answer: (body) =>
        JSON.parse(JSON.stringify(body), (name, value) => {
          if (['status', 'title', 'file_title', 'name', 'quality'].includes(name)) return value;
          return isNumber(value) ? Number(value) : typeof value === 'number' ? String(value) : value;
        }),
    }),
    wrong.at('/api/', ...wrong.fields({ msg: (msg: unknown) => (msg === 'OK' ? 'Success' : msg) }), {
      contentType: 'text/html',
    }),
    wrong.at('/api/', {
      request: ({ params }) =>
        params.get('key') ? undefined : new Response('{"error":"No key"}', { status: 401 }),
    }),
    // An unknown file refuses the whole call.
    wrong.at('file/info', {
      answer: (body) => (JSON.stringify(body).includes('"status":404') ? refusal : body),
    }),
    wrong.at(
      'file/delete',
      wrong.result(() => undefined),
    ),
    wrong.at('folder/list', {
      answer: (body) => JSON.parse(JSON.stringify(body).replace('"folders"', '"files":[],"folders"')),
    }),
  ].flat();
  await Promise.all(
    variants.map(async (variant) => {
      const prepare = await testPrepared({ dialect: 'sibling', ...variant });
      const all = suite.suites.sibling.checks.filter((check) => !isOfLimit(check));
      const verdicts = await run({ ...(await prepare('key-of-freedom')), arrivalMs: 10_000 }, all, freedoms);
      expect(verdicts.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    }),
  );
});
