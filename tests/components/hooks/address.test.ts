import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddress, type Step } from '../../../components/hooks/address.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Records its history entries. */
function browserAt(start: string) {
  const browser = { hash: start, written: [] as (readonly [string, Step])[] };
  const address = createAddress({
    read: () => browser.hash,
    write(hash, step) {
      browser.hash = hash;
      browser.written.push([hash, step]);
    },
  });
  return { browser, address };
}
const later = () => vi.advanceTimersByTime(1_000);

it('shows typed text at once, and writes it as one entry when the user stops', () => {
  const { browser, address } = browserAt('#files');
  address.go('#files?q=a', 'push', true);
  address.go('#files?q=ab', 'replace', true);
  expect(address.getHash()).toBe('#files?q=ab');
  expect(browser.written).toEqual([]);
  later();
  expect(browser.written).toEqual([['#files?q=ab', 'push']]);
  address.go('#files?q=abc', 'replace', true);
  later();
  expect(browser.written.at(-1)).toEqual(['#files?q=abc', 'replace']);
});

it('writes typed text before leaving the view, so that Back returns to it', () => {
  const { browser, address } = browserAt('#files');
  address.go('#files?q=a', 'push', true);
  address.go('#embed/x', 'push');
  later();
  expect(browser.written).toEqual([
    ['#files?q=a', 'push'],
    ['#embed/x', 'push'],
  ]);
  address.go('#embed/x', 'push');
  expect(browser.written).toHaveLength(2);
});

it('doesn’t overwrite an address that the user opened, even before the browser reports it', () => {
  const { browser, address } = browserAt('#files');
  const shown: string[] = [];
  address.subscribe(() => shown.push(address.getHash()));
  address.go('#files?q=a', 'push', true);
  browser.hash = '#activity';
  address.go('#files?q=ab', 'replace', true);
  later();
  address.reread();
  later();
  expect(browser).toEqual({ hash: '#activity', written: [] });
  expect(shown).toEqual(['#files?q=a', '#activity']);
});
