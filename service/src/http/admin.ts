/** The admin API for tests: read the audit log, set faults, change settings, and do what the API can't. */
import { Hono } from 'hono';
import { nowSeconds } from '../date-time.ts';
import { parseFaults } from '../fault-plan.ts';
import { readAge, seed } from '../seed.ts';
import type { Service } from '../service.ts';
import { parseSettings } from '../service-settings.ts';
import type { StoredFile } from '../store/files.ts';
import type { Store } from '../store/store.ts';
import type { Context, Env } from './context.ts';
import { localOnly } from './local-only.ts';

type Action = (service: Service, c: Context) => unknown;

/** Method and path below /admin. The result is sent as JSON. */
const actions: Readonly<Record<string, Action>> = {
  'GET /audit': ({ audit }, c) => audit.entries(Number(c.req.query('since') ?? 0)),
  'DELETE /audit': ({ audit }) => audit.clear(),
  'GET /faults': ({ faults }) => faults.states(),
  'PUT /faults': async ({ faults }, c) => faults.set(parseFaults(await c.req.json())),
  'DELETE /faults': ({ faults }) => faults.set([]),
  'GET /settings': ({ settings }) => settings,
  async 'PUT /settings'({ settings, fetcher }, c) {
    Object.assign(settings, parseSettings(await c.req.json()));
    fetcher.startPending();
    return settings;
  },
  'GET /accounts': ({ store }) => store.accounts.all().map(({ email, apiKey }) => ({ email, key: apiKey })),
  async 'POST /accounts'({ store }, c) {
    const { email, key } = await body(c);
    const chosen = key === undefined ? undefined : text(key, 'key');
    const account = store.accounts.ensure(text(email, 'email'), nowSeconds(), chosen);
    return { email: account.email, key: account.apiKey };
  },
  async 'POST /seed'({ store }, c) {
    const { account, files, folders, takedowns = 0, seed: number = 1, ...age } = await body(c);
    const counts = { files: Number(files), folders: Number(folders), takedowns: Number(takedowns) };
    return seed(store, { ...age, account: text(account, 'account'), ...counts, seed: Number(number) });
  },
  'GET /transfers': ({ store: { accounts, transfers } }) =>
    accounts.all().flatMap((account) =>
      transfers.list(account.id).map(({ fileCode, url, state, reason, bytesDownloaded, bytesTotal }) => {
        return { account: account.email, fileCode, url, state, reason, bytesDownloaded, bytesTotal };
      }),
    ),
  'POST /takedowns/:code'({ store }, c) {
    store.takedowns.add(requireFile(store, c).id, nowSeconds());
  },
  'DELETE /folders/:id'({ store }, c) {
    if (!store.folders.remove(Number(c.req.param('id')))) throw new Error('There is no such folder.');
  },
  'GET /files'({ store }, c) {
    const email = text(c.req.query('account'), 'account');
    const account = store.accounts.all().find((each) => each.email === email);
    if (!account) throw new Error('There is no such account.');
    return store.files.all(account.id).map(({ code, title, folderId, length, views, uploaded }) => {
      return { fileCode: code, title, folderId: String(folderId), length, views, uploaded };
    });
  },
  async 'PUT /files/:code/age'({ store }, c) {
    store.files.setTimes(requireFile(store, c).id, readAge(await body(c), nowSeconds()));
  },
  'DELETE /files/:code'({ store }, c) {
    store.deleteFile(requireFile(store, c), 'admin', nowSeconds());
  },
};

export function adminRoutes(): Hono<Env> {
  const routes = new Hono<Env>().basePath('/admin');
  routes.use(localOnly);
  routes.onError((error, c) => {
    c.get('service').log(`${c.req.path} refused: ${error.message}`);
    return c.json({ error: error.message }, 400);
  });
  for (const [name, action] of Object.entries(actions)) {
    const [method = '', path = ''] = name.split(' ');
    routes.on(method, path, async (c) => {
      const result = await action(c.get('service'), c);
      return result === undefined ? c.body(null, 204) : c.json(result);
    });
  }
  return routes;
}

function requireFile(store: Store, c: Context): StoredFile {
  const file = store.files.byCode(c.req.param('code') ?? '');
  if (!file) throw new Error('There is no such file.');
  return file;
}

async function body(c: Context): Promise<Record<string, unknown>> {
  const value: unknown = await c.req.json();
  if (typeof value !== 'object' || value === null) throw new TypeError('The body must be a JSON object.');
  return value as Record<string, unknown>;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`"${name}" must be a non-empty string.`);
  return value;
}
