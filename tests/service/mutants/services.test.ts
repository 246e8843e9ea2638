// Whole services: one that is wrong in many ways, with the default options, and one that only differs where nothing is said.
import { expect, test, vi } from 'vitest';
import {
  type Check,
  Context,
  type ContextOptions,
  checks,
  runCheck,
  type Verdict,
} from '../../../service/conformance/index.ts';
import { KEY, OTHER_KEY, testService, testSite } from '../helpers.ts';
import {
  elsewhere,
  idle,
  ignoring,
  limiting,
  result,
  setting,
  TOO_MANY,
  uploadIntoFolder,
} from './catalogue.ts';
import { type Alteration, createProxies } from './proxy.ts';

vi.setConfig({ testTimeout: 60_000 });

const LIMITS = ['Limits', 'Errors'];

/** Runs all checks, of the limit those in `limitSections`: against a service of its own, as the others do not keep to the limit. */
async function runAll(
  options: Omit<ContextOptions, 'fetch'>,
  alterations: Alteration[],
  limit: Alteration,
  limitSections: readonly string[] = LIMITS,
) {
  const run = async (chosen: readonly Check[], altered: Alteration[]): Promise<Verdict[]> => {
    const context = new Context({
      ...options,
      paced: false,
      fetch: createProxies(options.baseUrl, options.key, altered),
    });
    const verdicts: Verdict[] = [];
    for (const check of chosen) verdicts.push(await runCheck(check, context));
    return verdicts;
  };
  const others = checks.filter(({ section }) => !LIMITS.includes(section));
  const limits = checks.filter(({ section }) => limitSections.includes(section));
  const verdicts = await Promise.all([run(others, alterations), run(limits, [...alterations, limit])]);
  return verdicts.flat();
}

const REPORTS = '/api/account/stats';
const TAKEDOWNS = '/api/dmca/list';
const ACTIONS = '/api/urlupload/actions';
const LIST = '/api/file/list';

/** Six of the seven ways of issue 14; the seventh is the limit. */
const wrongWays: Alteration[] = [
  result(REPORTS, () => []),
  result(TAKEDOWNS, () => []),
  idle(ACTIONS),
  { path: /^\/api\//, request: ({ params, key }) => void params.set('key', key) },
  ignoring(LIST, 'created'),
  { path: /^\/e\//, request: ({ url }) => void Object.assign(url, { search: '' }) },
];
const withoutServerTime: Alteration = {
  path: /^\/api\//,
  answer: ({ server_time: _, ...body }) => body,
};

/** What became of the checks of a section whose names have `part` in them. */
const outcomesOf = (verdicts: readonly Verdict[], section: string, part = '') => [
  ...new Set(
    verdicts
      .filter((verdict) => verdict.section === section && verdict.name.includes(part))
      .map(({ outcome }) => outcome),
  ),
];

test('finds all deviations of a service with six and with seven of them, with the default options', async () => {
  const { url } = await testService({ slots: 100 });
  const sourceSite = await testSite();
  const [six, seven] = await Promise.all([
    runAll({ baseUrl: url, key: KEY, sourceSite }, wrongWays, limiting(25)),
    runAll({ baseUrl: url, key: OTHER_KEY, sourceSite }, [...wrongWays, withoutServerTime], limiting(25)),
  ]);
  for (const verdicts of [six, seven]) {
    const find = (section: string, part?: string) => outcomesOf(verdicts, section, part);
    expect(find('Reports', 'reports: ')).not.toContain('holds');
    expect(find('Takedowns', 'takedowns: ')).not.toContain('holds');
    expect(find('List files', 'created as a number')).not.toContain('holds');
    expect(find('Transfer actions')).toEqual(['skipped']);
    expect(find('List files', 'created as a time')).toEqual(['fails']);
    expect(find('Authentication', 'asks for a key that is somebody')).toEqual(['fails']);
    expect(find('Limits', '11th')).toEqual(['fails']);
    expect(find('Player page', 'c1_file')).toEqual(['fails']);
    expect(find('Player page', 'subtitle_json')).toEqual(['fails']);
  }
  // An account without reports, takedowns and old files is possible.
  expect(outcomesOf(six, 'Reports', 'reports: ')).toEqual(['skipped']);
  expect(outcomesOf(six, 'Takedowns', 'takedowns: ')).toEqual(['skipped']);
  expect(outcomesOf(six, 'List files', 'created as a number')).toEqual(['skipped']);
  expect(outcomesOf(six, 'List files', '200')).toEqual(['skipped']);
  expect(outcomesOf(seven, 'Envelope', 'server_time')).toEqual(['fails', 'skipped']);
});

test('no check fails for a service that differs only where nothing is documented', async () => {
  const { service, url } = await testService({ slots: 100 });
  await service.seed({ account: 'one@example.org', files: 600, folders: 0, takedowns: 501 });
  const withExtras = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withExtras);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, each]) => [name, withExtras(each)]);
    return { ...Object.fromEntries(fields), extra: 1 };
  };
  const options = {
    baseUrl: url,
    key: KEY,
    otherKey: OTHER_KEY,
    sourceSite: await testSite(),
    prepared: true,
    mayChangeQueue: true,
  };
  const verdicts = await runAll(
    options,
    [
      { path: /^\/api\/(?!folder\/list)/, answer: withExtras },
      result('/api/folder/list', withExtras),
      elsewhere('/api/folder/create', 'parent_id'),
      elsewhere('/api/file/clone', 'fld_id'),
      elsewhere('/api/upload/url', 'fld_id'),
      setting(LIST, 'fld_id', (given) => given ?? '0'),
      ...[LIST, TAKEDOWNS].map((path) =>
        setting(path, 'page', (given) => (given === null ? undefined : String(Number(given) + 1))),
      ),
      uploadIntoFolder,
      {
        path: '/settings',
        request: () => new Response(null, { status: 302, headers: { location: '/login' } }),
      },
    ],
    limiting(10, { ...TOO_MANY, extra: 1 }),
    ['Errors'],
  );
  const named = (outcome: string) =>
    verdicts.filter((each) => each.outcome === outcome).map(({ name, reason }) => [name, reason]);
  expect(named('fails')).toEqual([]);
  expect(named('skipped')).toEqual([]);
  const inferred = checks.filter(({ isInferred }) => isInferred).map(({ name }) => name);
  expect(named('noted').map(([name]) => name)).toEqual(inferred);
});
