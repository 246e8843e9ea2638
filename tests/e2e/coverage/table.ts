/** Collects where users reach each part of the API with one dialect, as one column of docs/coverage.md. */
import { expect, type Locator } from '@playwright/test';
import type { Admin, AuditEntry, DialectName } from '../../../service/src/index.ts';
import { documented } from './document.ts';
import { reasonOf } from './without-place.ts';

/** With the parameters that an action must send. */
export type Call = readonly [endpoint: string, ...params: string[]];

/** By dialect if they differ. Without calls, the action doesn't exist in that dialect. */
export type Calls = readonly Call[] | Readonly<Partial<Record<DialectName, readonly Call[]>>>;

/** An element, and how it shows a value. */
type Shown = readonly [Locator, (value: unknown) => string | RegExp];

const dialectNames = ['document', 'sibling'] as const;
const notThere = '–';

export class CoverageTable {
  readonly #dialect: DialectName;
  readonly #admin: Admin;
  readonly #account: string;
  /** "endpoint parameter" → action, "section field" → place. */
  readonly #places = new Map<string, string>();

  constructor(dialect: DialectName, admin: Admin, account: string) {
    this.#dialect = dialect;
    this.#admin = admin;
    this.#account = account;
  }

  /** Waits until the service has carried out each call. */
  async action(name: string, calls: Calls, work: () => Promise<unknown>): Promise<void> {
    const own = isList(calls) ? calls : calls[this.#dialect];
    if (own === undefined) return;
    const first = (await this.#admin.audit()).length;
    await work();
    for (const [endpoint, ...params] of own) {
      await expect
        .poll(
          async () =>
            (await this.#admin.audit()).slice(first).some((each) => this.#is(each, endpoint, params)),
          {
            message: `${name}: ${endpoint} with ${params}`,
          },
        )
        .toBe(true);
      const hasKey = this.#parametersOf(endpoint).includes('key');
      for (const param of hasKey ? ['key', ...params] : params) this.#setFirst(`${endpoint} ${param}`, name);
    }
  }

  #is(entry: AuditEntry, wanted: string, params: readonly string[]): boolean {
    const { endpoint, account, query, form, effect } = entry;
    // Pages have no account and no effect.
    return (
      endpoint === wanted &&
      (endpoint === '/e' || (effect && account === this.#account)) &&
      params.every((param) => param in query || form.includes(param))
    );
  }

  /** @param shown by field name, or two names separated by "/" if the dialects differ. Fields that the dialect lacks are ignored */
  async fields(
    section: string,
    place: string,
    answer: Readonly<Record<string, unknown>>,
    shown: Readonly<Record<string, Shown>>,
  ): Promise<void> {
    for (const [names, [element, toText]] of Object.entries(shown)) {
      await this.checked(section, names, place, (name) => {
        expect(answer, section).toHaveProperty(name);
        return expect(element.first(), `${section}: ${name}`).toContainText(toText(answer[name]));
      });
    }
  }

  /** Like `fields`, for values that aren't text. `check` fails unless the page shows them. */
  async checked(
    section: string,
    names: string,
    place: string,
    check: (name: string) => Promise<unknown>,
  ): Promise<void> {
    const either = names.split('/');
    const has = (dialect: DialectName, name: string) => documented[dialect].fields[section]?.includes(name);
    const unknown = either.filter((name) => !dialectNames.some((dialect) => has(dialect, name)));
    if (unknown.length > 0) throw new Error(`${section}: no field ${unknown}`);
    for (const name of either.filter((one) => has(this.#dialect, one))) {
      await check(name);
      this.#setFirst(`${section} ${name}`, place);
    }
  }

  #setFirst(key: string, place: string): void {
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  /** Parts that no test reached, and reasons for parts that were reached after all. */
  wrong(): readonly string[] {
    const all = [...keysOf(this.#dialect, 'parameters'), ...keysOf(this.#dialect, 'fields')];
    return all.filter((key) => this.#places.has(key) === (reasonOf(key) !== undefined));
  }

  /** The document with this dialect's column replaced. */
  markdown(current: string): string {
    const rows = new Map<string, readonly string[]>(
      [...current.matchAll(/^\| (.+) \| `(\w+)` \| (.*) \| (.*) \|$/gm)].map(([, name, part, ...cells]) => [
        `${name} ${part}`,
        cells,
      ]),
    );
    const cell = (key: string, dialect: DialectName, kind: Kind) => {
      if (!keysOf(dialect, kind).includes(key)) return notThere;
      const found = this.#places.get(key) ?? reasonOf(key) ?? '';
      return dialect === this.#dialect ? found : (rows.get(key)?.[dialectNames.indexOf(dialect)] ?? '');
    };
    const table = (kind: Kind, ...heads: readonly string[]) => [
      `| ${[...heads, ...dialectNames].join(' | ')} |`,
      '|---|---|---|---|',
      ...allKeys(kind).map((key) => {
        const at = key.lastIndexOf(' ');
        const cells = dialectNames.map((dialect) => cell(key, dialect, kind));
        return `| ${key.slice(0, at)} | \`${key.slice(at + 1)}\` | ${cells.join(' | ')} |`;
      }),
      '',
    ];
    return [
      '# Where the interface uses each part of the API',
      '',
      'Generated by `tests/e2e/coverage.all.spec.ts`, which does the same actions in the built extension at a service of each',
      'dialect, finds their requests in the service’s audit log, and reads each field in the page. It fails if a column differs from what',
      'it finds. `LINKHAUL_ALL=1 LINKHAUL_COVERAGE=write npx playwright test coverage.all` writes both tables again.',
      '',
      `Each column is a dialect of the API (\`docs/http-api.md\`). “${notThere}” means that it has no such part.`,
      '',
      ...table('parameters', 'endpoint', 'parameter'),
      ...table('fields', 'answer', 'field'),
    ].join('\n');
  }

  #parametersOf(endpoint: string): readonly string[] {
    const own = documented[this.#dialect].parameters[endpoint];
    if (own === undefined) throw new Error(`No endpoint ${endpoint}`);
    return own;
  }
}

type Kind = 'parameters' | 'fields';

const isList = (calls: Calls): calls is readonly Call[] => Array.isArray(calls);

const keysOf = (dialect: DialectName, kind: Kind): readonly string[] =>
  Object.entries(documented[dialect][kind]).flatMap(([name, parts]) =>
    parts.map((part) => `${name} ${part}`),
  );

/** In the order of docs/http-api.md. Parts that only the sibling has come last in their section. */
function allKeys(kind: Kind): readonly string[] {
  const names = new Set(dialectNames.flatMap((dialect) => Object.keys(documented[dialect][kind])));
  return [...names].flatMap((name) => {
    const parts = new Set(dialectNames.flatMap((dialect) => documented[dialect][kind][name] ?? []));
    return [...parts].map((part) => `${name} ${part}`);
  });
}
