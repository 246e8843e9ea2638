/**
 * One walk through every state of every screen, at every width that draws it in another way: axe finds nothing, nothing lies over
 * something else or scrolls sideways, and no key loses the focus.
 */
import type { View } from '../../gallery/open.ts';
import { violations } from '../harness/axe.ts';
import { FocusWalk } from '../harness/focus-walk.ts';
import { expect, loadCode, page, scenesOf, show, test } from '../harness/gallery.ts';
import { findLayoutFaults } from '../harness/layout.ts';

/** Axe and the keys have their turn in the first view: what they find depends on no width. */
const walks: readonly (readonly [scenes: RegExp, views: readonly [View, ...View[]]])[] = [
  [/^popup/, [{}, { phone: true }, { panel: true }, { panel: true, direction: 'rtl' }]],
  [/^options/, [{ width: 1600 }, { width: 360 }]],
  [/^picker/, [{}, { phone: true }]],
  [/^collect/, [{ width: 900 }, { width: 360 }]],
  [/^manager-(?!files|embed|bulk)/, [{ width: 900 }, { width: 360 }]],
  [/^manager-(?:embed|bulk)/, [{ width: 900 }, { width: 360 }]],
  [/^manager-files/, [{ width: 1600 }, { width: 540 }]],
];

test('every scene is walked once', () => {
  for (const scene of scenesOf(''))
    expect(
      walks.filter(([scenes]) => scenes.test(scene)),
      scene,
    ).toHaveLength(1);
});

for (const [scenes, [first, ...others]] of walks)
  test(`${scenes.source} is accessible, covers nothing and keeps the focus`, async () => {
    const names = scenesOf('').filter((name) => scenes.test(name));
    // Some screens have dozens of states; ten seconds are plenty for each.
    test.setTimeout(names.length * 10_000);
    page.on('filechooser', () => {});
    await loadCode();
    const walk = new FocusWalk(page);
    const found: string[] = [];
    const note = (name: string, view: View, faults: readonly string[]) =>
      found.push(...faults.map((fault) => `${name} ${JSON.stringify(view)}: ${fault}`));
    for (const name of names) {
      await show(name, first);
      note(name, first, await violations(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      note(name, { ...first, scheme: 'dark' }, await violations(page, { rules: ['color-contrast'] }));
      // The layout is looked at by scrolling, which draws other rows.
      const steps = await walk.find();
      note(name, first, await findLayoutFaults(page));
      await walk.walk(name, steps, () => show(name, first));
    }
    // Each change of the window takes as long as a scene.
    for (const view of others)
      for (const name of names) {
        await show(name, view);
        note(name, view, await findLayoutFaults(page));
      }
    expect(walk.count).toBeGreaterThan(20);
    expect({ found, lost: walk.lost, missed: walk.missed }).toEqual({ found: [], lost: [], missed: [] });
  });
