/** In every language. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as PageTexts from '../../components/text.ts';
import { order } from '../visual-order.ts';

async function textsIn(locale: string): Promise<typeof PageTexts> {
  vi.resetModules();
  vi.stubGlobal('location', { search: `?locale=${locale}` });
  return import('../../components/text.ts');
}

// Other test files share the modules.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['en', 'One. Two. Three.'],
  ['ja', 'One.Two.Three.'],
  ['zh_CN', 'One.Two.Three.'],
])('sentences in %s: %s', async (locale, expected) => {
  const { joinSentences } = await textsIn(locale);
  expect(joinSentences([false, 'One.', null, 'Two.', '', 'Three.'])).toBe(expected);
  expect(joinSentences([])).toBe('');
});

describe('an Arabic row with Latin names, as it is displayed', () => {
  it('has its parts in order from the right', async () => {
    const { t, joinFacts } = await textsIn('ar');
    const row = joinFacts([t('uploads.done', { folder: 'Movies!' }), '12 MB', null, 'قبل 3 أيام']);
    expect(order(row, 'rtl')).toBe('مايأ 3 لبق · 12 MB · «Movies!» يف');
  });

  it('keeps the end of a name inside its quotes', async () => {
    const { t } = await textsIn('ar');
    expect(order(t('uploads.announce.failed', { title: 'a (1).zip' }), 'rtl')).toContain('«a (1).zip»');
  });
});

it('an English sentence with an Arabic name keeps its order', async () => {
  const { t, joinSentences } = await textsIn('en');
  const text = joinSentences([t('uploads.announce.failed', { title: 'فيلم 2' }), 'Next.']);
  expect(order(text, 'ltr')).toBe('“2 مليف” failed. Next.');
});
