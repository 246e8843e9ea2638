/** How scripts run in pages. Tests in real browsers cover what they find there. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLinkText, readPageTitle, readTabLinks } from '../../../lib/links/browser.ts';
import { setBrowser } from '../../fake-browser.ts';

const executeScript = vi.fn();

const pageLinks = (links: string[], leftOut = 0) => ({ links, leftOut });

const never = new Promise<never>(() => {});
beforeEach(() => {
  vi.useFakeTimers();
  setBrowser({ scripting: { executeScript } });
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  executeScript.mockReset();
});

describe('a script in a page', () => {
  it('is injected immediately, even if the document never becomes idle', async () => {
    executeScript.mockResolvedValue([{ result: 'The film' }]);
    expect(await readLinkText(7, 3, 'https://a.example/1')).toBe('The film');
    executeScript.mockResolvedValue([{ frameId: 0, result: pageLinks(['anything']) }]);
    expect(await readTabLinks(8)).toEqual(pageLinks(['anything']));
    expect(
      executeScript.mock.calls.map(([{ target, injectImmediately }]) => [target, injectImmediately]),
    ).toEqual([
      [{ tabId: 7, frameIds: [3] }, true],
      [{ tabId: 8, allFrames: true }, true],
    ]);
  });

  it('rejects if it didn’t run, unlike on a page without links', async () => {
    executeScript.mockResolvedValue([{ frameId: 0, result: pageLinks([]) }]);
    expect(await readTabLinks(7)).toEqual(pageLinks([]));
    // Firefox, on its own pages.
    for (const answer of [[null], [{ frameId: 0, result: null }], []]) {
      executeScript.mockResolvedValue(answer);
      await expect(readTabLinks(7)).rejects.toThrow('did not run');
    }
  });

  it('has a second to return the text of a link, which may be missing', async () => {
    executeScript.mockReturnValue(never);
    const text = readLinkText(7, 0, 'https://a.example/1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await text).toBeUndefined();
    executeScript.mockRejectedValue(new Error('Cannot access contents of the page.'));
    expect(await readLinkText(7, 0, 'https://a.example/1')).toBeUndefined();
  });

  it('returns no title if the browser shows an error page', async () => {
    executeScript.mockResolvedValue([{ result: 'A page' }]);
    expect(await readPageTitle(7)).toBe('A page');
    executeScript.mockRejectedValue(new Error('Missing host permission for the tab'));
    expect(await readPageTitle(7)).toBeUndefined();
  });

  it('names the frames that don’t respond', async () => {
    const framed = { ...pageLinks(['one']), frames: ['a.example', 'b.example'], host: 'page.example' };
    executeScript.mockResolvedValue([
      { frameId: 0, result: framed },
      { frameId: 4, result: { ...pageLinks(['two']), host: 'b.example' } },
    ]);
    expect(await readTabLinks(7)).toMatchObject({ links: ['one', 'two'], frames: ['a.example'] });
  });

  it('returns the links of the page before those of its frames, and skips unreadable frames', async () => {
    executeScript.mockResolvedValue([
      { frameId: 9, result: pageLinks(['in a frame'], 2) },
      { frameId: 4, error: new Error('Cannot access contents of the page.') },
      { frameId: 5, result: null },
      { frameId: 0, result: pageLinks(['in the page']) },
    ]);
    expect(await readTabLinks(7)).toEqual(pageLinks(['in the page', 'in a frame'], 2));
  });

  it('reads only the page if a frame doesn’t respond within two seconds', async () => {
    executeScript
      .mockReturnValueOnce(never)
      .mockResolvedValue([{ frameId: 0, result: pageLinks(['in the page']) }]);
    const links = readTabLinks(7);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await links).toEqual(pageLinks(['in the page']));
    expect(executeScript.mock.lastCall?.[0].target).toEqual({ tabId: 7 });
  });

  it('returns null after eight seconds, because a silent page isn’t an unreadable one', async () => {
    const slow = Promise.withResolvers<never>();
    executeScript.mockReturnValue(slow.promise);
    const reading = readTabLinks(7);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await reading).toBeNull();
    // An unhandled late rejection would fail the run.
    slow.reject(new Error('The tab was closed.'));
    await vi.advanceTimersByTimeAsync(0);
  });
});
