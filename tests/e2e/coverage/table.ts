/** Collects where a person meets each part of the API: what an action asked of the service, and what the page then showed. */
import { expect, type Locator } from '@playwright/test';
import type { Admin, AuditEntry } from '../../../service/src/index.ts';
import { documentedFields, documentedParameters } from './document.ts';

/** An endpoint with the parameters that an action is to send. */
export type Call = readonly [endpoint: string, ...params: string[]];

/** Sent in the body or as the bare query; the service takes no file without them, and its log names neither. */
const unlogged: readonly string[] = ['file', 'api_key'];

/** What has no place in the interface, and why: an endpoint, "endpoint parameter" or "section field". */
const withoutPlace: Readonly<Record<string, string>> = {
  'List files results': 'not read: a page’s entries are counted',
};
const reasonOf = (key: string): string | undefined =>
  withoutPlace[key] ?? withoutPlace[key.slice(0, key.lastIndexOf(' '))];

export class CoverageTable {
  readonly #admin: Admin;
  readonly #account: string;
  readonly #calls = new Map<string, string>();
  readonly #fields = new Map<string, string>();

  constructor(admin: Admin, account: string) {
    this.#admin = admin;
    this.#account = account;
  }

  /** Does something in the interface, and waits until the service has carried out each of these calls since. */
  async action(name: string, calls: readonly Call[], work: () => Promise<void>): Promise<void> {
    const first = (await this.#admin.audit()).length;
    await work();
    for (const [endpoint, ...params] of calls) {
      await expect
        .poll(
          async () =>
            (await this.#admin.audit()).slice(first).some((each) => this.#is(each, endpoint, params)),
          {
            message: `${name}: ${endpoint} with ${params}`,
          },
        )
        .toBe(true);
      const own = parametersOf(endpoint);
      for (const param of own.includes('key') ? ['key', ...params] : params)
        this.#calls.set(`${endpoint} ${param}`, this.#calls.get(`${endpoint} ${param}`) ?? name);
    }
  }

  #is({ endpoint, account, query, effect }: AuditEntry, wanted: string, params: readonly string[]): boolean {
    const own = parametersOf(wanted);
    const isOurs = endpoint === wanted && (account === this.#account || !own.includes('key'));
    // A page has no effect.
    return (
      isOurs &&
      (effect || endpoint === '/e') &&
      params.every((param) => unlogged.includes(param) || param in query)
    );
  }

  /** Reads fields in one place of the interface: by name, the element and what it says. */
  async fields(
    resource: string,
    place: string,
    shown: Readonly<Record<string, readonly [Locator, string | RegExp]>>,
  ): Promise<void> {
    for (const [name, [element, expected]] of Object.entries(shown)) {
      await expect(element.first(), `${resource}: ${name}`).toContainText(expected);
      this.#setField(resource, name, place);
    }
  }

  /** Like `fields`, for what stands elsewhere than in a text: `check` fails unless the page shows it. */
  async checked(resource: string, name: string, place: string, check: () => Promise<unknown>): Promise<void> {
    await check();
    this.#setField(resource, name, place);
  }

  #setField(resource: string, name: string, place: string): void {
    if (!documentedFields[resource]?.includes(name)) throw new Error(`${resource}: no field ${name}`);
    this.#fields.set(`${resource} ${name}`, place);
  }

  /** What docs/http-api.md names and nobody has met. */
  missing(): readonly string[] {
    const calls = pairs(documentedParameters).filter((key) => !this.#calls.has(key));
    const fields = pairs(documentedFields).filter((key) => !this.#fields.has(key));
    return [...calls, ...fields].filter((key) => reasonOf(key) === undefined);
  }

  /** In the order of docs/http-api.md. */
  markdown(): string {
    const rows = (all: readonly string[], places: ReadonlyMap<string, string>) =>
      all.map((key) => {
        const at = key.lastIndexOf(' ');
        return `| ${key.slice(0, at)} | \`${key.slice(at + 1)}\` | ${places.get(key) ?? reasonOf(key) ?? ''} |`;
      });
    return [
      '# Where a person meets each part of the API',
      '',
      'Made by `tests/e2e/coverage.all.spec.ts`, which does each action in the built extension, finds its request in the',
      'service’s audit log, and reads each field in the page. It fails when this table is not what it found;',
      '`LINKHAUL_COVERAGE=write npx playwright test coverage` writes it anew.',
      '',
      '| endpoint | parameter | action |',
      '|---|---|---|',
      ...rows(pairs(documentedParameters), this.#calls),
      '',
      '| answer | field | place |',
      '|---|---|---|',
      ...rows(pairs(documentedFields), this.#fields),
      '',
    ].join('\n');
  }
}

function parametersOf(endpoint: string): readonly string[] {
  const own = documentedParameters[endpoint];
  if (own === undefined) throw new Error(`No endpoint ${endpoint}`);
  return own;
}

const pairs = (table: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(table).flatMap(([name, parts]) => parts.map((part) => `${name} ${part}`));
