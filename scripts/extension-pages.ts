/** Operates the extension's pages and menu by their visible texts. */
import { expect, type Page, type Worker } from '@playwright/test';
import { readAccounts } from '../lib/accounts/accounts-store.ts';

export async function submitAccount(page: Page, address: string, key: string): Promise<void> {
  const another = page.locator('details:not([open]) > summary', { hasText: 'Add an account' });
  await page.getByLabel('Service address').or(another).first().waitFor({ state: 'attached' });
  if (await another.isVisible()) await another.click();
  await page.getByLabel('Service address').fill(address);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

export async function connect(page: Page, address: string, key: string): Promise<void> {
  await submitAccount(page, address, key);
  // The sentence may still be there from an earlier account, so also check that the key has left its field. Check both
  // at once, because the sentence disappears by itself.
  await Promise.all([
    expect(page.getByLabel('API key', { exact: true })).toHaveValue('', { timeout: 15_000 }),
    expect(page.getByText(/^Connected to /)).toBeVisible({ timeout: 15_000 }),
  ]);
}

export async function uploadLinks(page: Page, links: string, title?: string): Promise<void> {
  await page.getByLabel('Links to upload').fill(links);
  if (title !== undefined) await page.getByLabel('Title (optional)').fill(title);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

/** To the context menu ("Pin a folder…" on the options page). */
export async function pinFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Pin a folder…' }).click();
  await page.getByRole('treeitem', { name }).click();
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect(page.getByRole('button', { name: `Unpin ${name}` })).toBeVisible({ timeout: 15_000 });
}

/** @param page any page of the extension, for its storage */
export async function findCurrentAccountId(page: Page): Promise<string | null> {
  const stored = await page.evaluate(async (key) => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    return (await chrome.storage.local.get(key))[key];
  }, 'accounts');
  return readAccounts(stored).currentId;
}

/** @throws Error if no account is connected */
export async function getCurrentAccountId(page: Page): Promise<string> {
  const id = await findCurrentAccountId(page);
  if (id === null) throw new Error('No account is connected.');
  return id;
}

export interface MenuClick {
  /** As returned by `createMenuId`. */
  readonly menuItemId: string;
  readonly linkUrl?: string;
  readonly srcUrl?: string;
  readonly frameUrl?: string;
  readonly pageUrl?: string;
  readonly selectionText?: string;
}

/** Calls the menu's listeners in the worker, like a click on the active tab. */
export async function dispatchMenuClick(worker: Worker, click: MenuClick): Promise<void> {
  await worker.evaluate(async (info) => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    chrome.contextMenus.onClicked.dispatch({ editable: false, frameId: 0, ...info }, tab);
  }, click);
}

/** The part of the browser API that the worker uses. `dispatch` isn't in the types. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly storage: { readonly local: { get(key: string): Promise<Record<string, unknown>> } };
    readonly tabs: { query(filter: object): Promise<readonly unknown[]> };
    readonly contextMenus: { readonly onClicked: { dispatch(info: object, tab: unknown): void } };
  };
}
