import { violations } from '../harness/axe.ts';
import { expect, listScenes, page, show, test } from '../harness/gallery.ts';

test.describe('axe finds nothing', () => {
  for (const screen of ['popup', 'options', 'picker', 'collect', 'manager']) {
    test(`in any state of the ${screen}, in light and dark`, async () => {
      const names = listScenes(screen);
      expect(names.length).toBeGreaterThan(5);
      // Some screens have dozens of states, and each has ten seconds.
      test.setTimeout(names.length * 10_000);
      const found: string[] = [];
      for (const name of names) {
        await show(name);
        const light = await violations(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        const dark = await violations(page, { rules: ['color-contrast'] });
        found.push(...[...light, ...dark].map((violation) => `${name}: ${violation}`));
      }
      expect(found).toEqual([]);
    });
  }
});
