import { JSDOM } from 'jsdom';
import { h, render } from 'preact';
import { expect, it, vi } from 'vitest';
import { useMarks } from '../../../components/settings/useMarks.ts';

/** Takes ranges as arguments, like the browser's. */
class FakeHighlight extends Set<unknown> {
  constructor(...ranges: unknown[]) {
    super(ranges);
  }
}

it('are all highlighted, even more than a call can have arguments', async () => {
  const { document, NodeFilter, MutationObserver, Text } = new JSDOM('<main></main><div></div>').window;
  const highlights = new Map<string, FakeHighlight>();
  class Range {
    setStart() {}
    setEnd() {}
  }
  const globals = {
    document,
    NodeFilter,
    MutationObserver,
    Text,
    Range,
    Highlight: FakeHighlight,
    CSS: { highlights },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const current = document.querySelector('main');
  const page = document.querySelector('div');
  if (!current || !page) throw new Error('The page has both.');
  const count = 300_000;
  current.append('a '.repeat(count));
  const Marks = () => {
    useMarks({ current }, 'a');
    return null;
  };
  render(h(Marks, {}), page);
  await expect.poll(() => highlights.get('found')?.size).toBe(count);
  render(null, page);
  await expect.poll(() => highlights.size).toBe(0);
});
