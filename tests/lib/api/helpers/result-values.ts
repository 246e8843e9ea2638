/** Rules for the values in every call's result, whatever the service sent. */
import { expect } from 'vitest';

const date = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);

/** The format of text fields that are not null. */
const forms: readonly [names: RegExp, isValid: (text: string) => boolean][] = [
  [/^((download|embed)Url|(single|thumb|splash)Image|protected(Embed|Download)|uploads\.server)$/, isHttp],
  [
    /^(uploaded|lastView|created|reportedOn|disabledOn|premiumExpires|serverTime)$/,
    (text) => time.test(text),
  ],
  [/^day$/, (text) => date.test(text)],
  [/^(fileCode|folderId)$/, (text) => text !== '' && text.length <= 200],
  [/^(balance|profitViews|profitTotal)Text$/, (text) => /^[+-]?(\d*\.)?\d{1,200}$/.test(text)],
  [/^phase$/, (text) => ['pending', 'working', 'error', 'unknown'].includes(text)],
];
const isMoney = (name: string) => /^(balance|profitViews|profitTotal)$/.test(name);

/** Names are ours and values are defined. Numbers are counts or money. Texts are bounded and have their field's format. */
export function expectResultValues(value: unknown, name = ''): void {
  // `get` returns what the service sent.
  if (name === 'get') return;
  if (Array.isArray(value)) for (const entry of value) expectResultValues(entry);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      expect(key).toMatch(/^[a-z][A-Za-z]*$/);
      expect(each, key).toBeDefined();
      // Takedowns have codes of the protected pages, in any format.
      const isCode = 'reportedOn' in value && key.startsWith('protected');
      expectResultValues(each, isCode ? '' : key);
    }
  } else if (typeof value === 'number') {
    expect(isMoney(name) ? Number.isFinite(value) : Number.isInteger(value) && value >= 0, name).toBe(true);
  } else if (typeof value === 'string') {
    expect(value.length, name).toBeLessThanOrEqual(8_192);
    for (const [names, isValid] of forms) {
      if (names.test(name)) expect(isValid(value), `${name}: ${value.slice(0, 100)}`).toBe(true);
    }
  }
}
