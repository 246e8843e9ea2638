/** How scripts are run in pages; what they find there is tested in real browsers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linksOfTab, linkTextAt } from '../../../lib/links/browser.ts';

const { executeScript } = vi.hoisted(() => ({ executeScript: vi.fn() }));
vi.mock('wxt/browser', () => ({ browser: { scripting: { executeScript } } }));

const never = new Promise<never>(() => {});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  executeScript.mockReset();
});

describe('a script in a page', () => {
  it('runs at once, even where the document never gets idle', async () => {
    executeScript.mockResolvedValue([{ result: 'The film' }]);
    expect(await linkTextAt(7, 3, 'https://a.example/1')).toBe('The film');
    executeScript.mockResolvedValue([{ result: [{ url: 'https://a.example/1', text: '' }] }]);
    expect(await linksOfTab(8)).toEqual([{ url: 'https://a.example/1', text: '' }]);
    expect(
      executeScript.mock.calls.map(([{ target, injectImmediately }]) => [target, injectImmediately]),
    ).toEqual([
      [{ tabId: 7, frameIds: [3] }, true],
      [{ tabId: 8 }, true],
    ]);
  });

  it('is waited for a second for the text of a link, which may be missing', async () => {
    executeScript.mockReturnValue(never);
    const text = linkTextAt(7, 0, 'https://a.example/1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await text).toBeUndefined();
    executeScript.mockRejectedValue(new Error('Cannot access contents of the page.'));
    expect(await linkTextAt(7, 0, 'https://a.example/1')).toBeUndefined();
  });

  it('is waited for five seconds for the links of a page, which cannot be read then', async () => {
    const slow = Promise.withResolvers<never>();
    executeScript.mockReturnValue(slow.promise);
    const links = linksOfTab(7);
    const refused = expect(links).rejects.toThrow('No answer within 5000 ms.');
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    // Too late for anybody: a rejection that nobody handled would fail the run.
    slow.reject(new Error('The tab was closed.'));
    await vi.advanceTimersByTimeAsync(0);
  });
});
