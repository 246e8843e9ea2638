/**
 * The settings page: /settings (docs/http-api.md, "Authentication"). It shows keys, so only this machine can open it.
 */
import { html } from 'hono/html';
import { dateTime, nowSeconds } from '../date-time.ts';
import type { Context } from '../http/context.ts';
import type { Account } from '../store/accounts.ts';
import { formatSize, respond } from './page-layout.ts';

const settingsScript = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Selected: press Ctrl+C';
    }
  });
}
`;

export function settingsPage(c: Context, problem = ''): Promise<Response> {
  const accounts = c.get('service').store.accounts.all();
  const selectedId = Number(c.req.query('account'));
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === selectedId);
  const choose = accounts.length > 1 ? choice(accounts, account) : '';
  return respond(c, {
    title: 'Settings',
    script: settingsScript,
    status: problem === '' ? 200 : 400,
    body: html`<main><h1>Settings</h1>
${choose}
${account ? details(c, account) : ''}
<section class="card"><h2>New account</h2>
<form method="post" action="/settings">
<label for="email">Email address</label>
<div class="row"><input id="email" name="email" type="email" required autocomplete="off" placeholder="someone@example.org">
<button>Create</button></div>
${problem === '' ? '' : html`<p role="alert">${problem}</p>`}
</form></section></main>`,
  });
}

export async function createFromForm(c: Context): Promise<Response> {
  const { email } = await c.req.parseBody();
  try {
    const account = c.get('service').store.accounts.ensure(String(email ?? '').trim(), nowSeconds());
    return c.redirect(`/settings?account=${account.id}`, 303);
  } catch (error) {
    return settingsPage(c, error instanceof Error ? error.message : String(error));
  }
}

function choice(accounts: Account[], current: Account | undefined) {
  const entries = accounts.map(({ id, email }) => {
    const mark = id === current?.id ? html` aria-current="true"` : '';
    return html`<li><a href="/settings?account=${id}"${mark}>${email}</a></li>`;
  });
  return html`<nav aria-label="Accounts"><p>${current ? 'Accounts' : 'Which account?'}</p><ul>${entries}</ul></nav>`;
}

function details(c: Context, account: Account) {
  const { store, settings } = c.get('service');
  return html`<section class="card"><h2>${account.email}</h2>
<label for="address">Service address</label>
<div class="row"><input id="address" readonly value="${c.get('origin')}"><button data-copy="address">Copy</button></div>
<label for="key">API key</label>
<div class="row"><input id="key" readonly value="${account.apiKey}"><button data-copy="key">Copy</button></div>
<p class="soft">Anyone with this key can use the account. ${formatSize(store.files.used(account.id))} of
${settings.quotaBytes === 0 ? 'unlimited storage' : formatSize(settings.quotaBytes)} used; premium until ${dateTime(account.premiumExpires)} UTC.</p></section>`;
}
