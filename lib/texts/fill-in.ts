/** `lib/texts`: fills in placeholders, so that the direction of a value doesn't reorder the text around it (UAX #9). Pure. */

/** Letters and marks of right-to-left scripts, and the controls that override directions. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]|\ud83a/;

/** `isRtl`: the text around it is right-to-left. */
export const isolate = (value: string, isRtl: boolean): string =>
  isRtl || rightToLeft.test(value) ? `\u2068${value}\u2069` : value;

/** "In “Movies” · 12 MB", without empty parts. */
export const joinFacts = (facts: readonly (string | false | null)[], isRtl: boolean): string =>
  facts.flatMap((fact) => (fact ? isolate(fact, isRtl) : [])).join(' · ');

/** Numbers, and values in addresses, stay as they are. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  const isRtl = rightToLeft.test(text);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string, at: number) => {
    const value = values[name];
    const isPlain = typeof value !== 'string' || text[at - 1] === '/';
    return isPlain ? String(value ?? placeholder) : isolate(value, isRtl);
  });
}
