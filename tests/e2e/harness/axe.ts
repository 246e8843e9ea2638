/** Runs axe on a page in any browser. */
import axe from 'axe-core';

interface Scope {
  /** Elements matching this selector are skipped. */
  readonly exclude?: string;
  readonly rules?: readonly string[];
}

/** A page of Playwright or Puppeteer. */
interface AnyPage {
  evaluate(script: string): Promise<unknown>;
  evaluate(work: (scope: Scope) => Promise<string[]>, scope: Scope): Promise<string[]>;
}

/**
 * Returns one line per violation, with its rule and elements. Skips frames with content from other sites.
 *
 * Runs axe directly: the usual adapter injects axe again each time and also returns all passed checks, which takes five times as long.
 */
export async function violations(page: AnyPage, { exclude, rules }: Scope = {}): Promise<string[]> {
  // Only if missing: it is half a megabyte to parse.
  if (!(await page.evaluate('"axe" in globalThis'))) {
    await page.evaluate(removeElementReferences);
    await page.evaluate(axe.source);
  }
  return page.evaluate(runAxe, { ...(exclude && { exclude }), ...(rules && { rules }) });
}

/**
 * In Firefox 153, reading `ariaLabelledByElements` or a similar property crashes the process with a segmentation fault. Without them, axe
 * reads the ids.
 */
const removeElementReferences = `if (navigator.userAgent.includes('Firefox'))
  for (const name of Object.keys(Element.prototype))
    if (/^aria\\w+Elements?$/.test(name)) delete Element.prototype[name];`;

/** Runs in the page. */
async function runAxe({ exclude, rules }: Scope): Promise<string[]> {
  const { run } = Reflect.get(globalThis, 'axe') as typeof axe;
  const { violations } = await run(
    exclude === undefined ? document : { include: ['html'], exclude: [exclude] },
    {
      iframes: false,
      resultTypes: ['violations'],
      ...(rules && { runOnly: [...rules] }),
    },
  );
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(' and ')}`);
}
