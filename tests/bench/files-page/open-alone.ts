/** Closes all other pages, because an extension's pages share a process and its memory. */
import type { BrowserContext, Page } from '@playwright/test';

export async function openAlone<T>(
  context: BrowserContext,
  address: string,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(address);
  return act(page);
}
