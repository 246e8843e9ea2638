/** What axe complains of in a page, in any browser. */
import axe from 'axe-core';

interface Scope {
  /** What matches this selector is not looked at. */
  readonly exclude?: string;
  /** Only these rules. */
  readonly rules?: readonly string[];
}

/** A page of Playwright's or of Puppeteer's. */
interface AnyPage {
  evaluate(script: string): Promise<unknown>;
  evaluate(work: (scope: Scope) => Promise<string[]>, scope: Scope): Promise<string[]>;
}

/**
 * One line for each violation, with its rule and where it is; what other sites serve in frames is not looked at.
 *
 * It runs axe itself: the usual adapter puts axe into the page anew each time and brings back everything that passed as
 * well, which takes five times as long.
 */
export async function violations(page: AnyPage, { exclude, rules }: Scope = {}): Promise<string[]> {
  // Sent only where it is missing: half a megabyte is parsed each time.
  if (!(await page.evaluate('"axe" in globalThis'))) {
    await page.evaluate(removeElementReferences);
    await page.evaluate(axe.source);
  }
  return page.evaluate(runAxe, { ...(exclude && { exclude }), ...(rules && { rules }) });
}

/**
 * Reading `ariaLabelledByElements` and its like ends the process of Firefox 153 by a segmentation fault; without them, axe
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
