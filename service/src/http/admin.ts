/** What tests may do from outside: read the audit log, plan faults, change settings, and what the API has no call for. */
import { Hono } from 'hono';
import { nowSeconds } from '../clock.ts';
import { parseFaults } from '../faults.ts';
import { seed } from '../seed.ts';
import { parseSettings } from '../settings.ts';
import { localOnly } from './local-only.ts';
import type { Context, Env } from './types.ts';

export function adminRoutes(): Hono<Env> {
  const routes = new Hono<Env>().basePath('/admin');
  routes.use(localOnly);
  routes.onError((error, c) => {
    // What a test sent wrongly is a sentence; anything else is the service's own and belongs in its log too.
    c.get('service').log(`${c.req.path} refused: ${error.message}`);
    return c.json({ error: error.message }, 400);
  });

  routes.get('/audit', (c) => c.json(c.get('service').audit.entries(Number(c.req.query('since') ?? 0))));
  routes.delete('/audit', (c) => {
    c.get('service').audit.clear();
    return c.body(null, 204);
  });

  routes.get('/faults', (c) => c.json(c.get('service').faults.states()));
  routes.put('/faults', async (c) => {
    c.get('service').faults.set(parseFaults(await c.req.json()));
    return c.body(null, 204);
  });
  routes.delete('/faults', (c) => {
    c.get('service').faults.set([]);
    return c.body(null, 204);
  });

  routes.get('/settings', (c) => c.json(c.get('service').settings));
  routes.put('/settings', async (c) => {
    const { settings, fetcher } = c.get('service');
    Object.assign(settings, parseSettings(await c.req.json()));
    fetcher.startPending();
    return c.json(settings);
  });

  routes.get('/accounts', (c) => {
    const accounts = c.get('service').store.accounts.all();
    return c.json(accounts.map(({ email, apiKey }) => ({ email, key: apiKey })));
  });
  routes.post('/accounts', async (c) => {
    const { email, key } = await body(c);
    const { accounts } = c.get('service').store;
    const chosen = key === undefined ? undefined : text(key, 'key');
    const account = accounts.ensure(text(email, 'email'), nowSeconds(), chosen);
    return c.json({ email: account.email, key: account.apiKey });
  });
  routes.post('/seed', async (c) => {
    const { account, files, folders, takedowns = 0, seed: number = 1 } = await body(c);
    const counts = { files: Number(files), folders: Number(folders), takedowns: Number(takedowns) };
    const options = { account: text(account, 'account'), ...counts, seed: Number(number) };
    return c.json(await seed(c.get('service').store, options));
  });

  routes.get('/transfers', (c) => {
    const { accounts, transfers } = c.get('service').store;
    return c.json(
      accounts.all().flatMap((account) =>
        transfers.list(account.id).map(({ fileCode, url, state, reason, bytesDownloaded, bytesTotal }) => {
          return { account: account.email, fileCode, url, state, reason, bytesDownloaded, bytesTotal };
        }),
      ),
    );
  });
  routes.post('/takedowns/:code', (c) => {
    const { files, takedowns } = c.get('service').store;
    const file = files.byCode(c.req.param('code'));
    if (!file) throw new Error('There is no such file.');
    takedowns.add(file.id, nowSeconds());
    return c.body(null, 204);
  });
  routes.delete('/folders/:id', (c) => {
    if (!c.get('service').store.folders.remove(Number(c.req.param('id'))))
      throw new Error('There is no such folder.');
    return c.body(null, 204);
  });
  routes.get('/files', (c) => {
    const { accounts, files } = c.get('service').store;
    const email = text(c.req.query('account'), 'account');
    const account = accounts.all().find((each) => each.email === email);
    if (!account) throw new Error('There is no such account.');
    return c.json(
      files.all(account.id).map(({ code, title, folderId, length, views, uploaded }) => {
        return { fileCode: code, title, folderId: String(folderId), length, views, uploaded };
      }),
    );
  });
  routes.delete('/files/:code', (c) => {
    const { store } = c.get('service');
    const { removed, orphan } = store.files.remove(c.req.param('code'));
    if (!removed) throw new Error('There is no such file.');
    if (orphan !== undefined) store.removeBlob(orphan);
    return c.body(null, 204);
  });
  return routes;
}

async function body(c: Context): Promise<Record<string, unknown>> {
  const value: unknown = await c.req.json();
  if (typeof value !== 'object' || value === null) throw new TypeError('The body is a JSON object.');
  return value as Record<string, unknown>;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`"${name}" is a text.`);
  return value;
}
