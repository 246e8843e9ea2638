/** When the menu is drawn: never twice at once, only when it changes, and again if a drawing wasn't completed. */
import { describe, expect, it } from 'vitest';
import { createMenuDrawing } from '../../../lib/menus/menu-drawing.ts';
import type { MenuEntry } from '../../../lib/menus/menu-entries.ts';
import { createFakeStorageArea } from '../storage/fake-storage-area.ts';

const createMenu = (...titles: string[]): readonly MenuEntry[] =>
  titles.map((title) => ({ id: title, title, contexts: ['link'] }));
const [one, two, three] = [createMenu('One'), createMenu('Two'), createMenu('Three')] as const;

/** A browser. Its menu and memory outlive each background. */
function startBrowser() {
  const session = createFakeStorageArea();
  const state = {
    menu: createMenu(),
    drawings: 0,
    isDrawing: false,
    isHeld: false,
    failure: null as unknown,
  };
  const faults: unknown[] = [];
  let release = () => {};
  async function draw(entries: readonly MenuEntry[]): Promise<void> {
    expect(state.isDrawing).toBe(false);
    Object.assign(state, { menu: createMenu(), isDrawing: true, drawings: state.drawings + 1 });
    if (state.isHeld)
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    await new Promise((resolve) => setImmediate(resolve));
    state.isDrawing = false;
    state.menu = entries;
    if (state.failure) throw state.failure;
  }
  return {
    session,
    state,
    faults,
    release: () => release(),
    startBackground: () =>
      createMenuDrawing({ session, draw, onFault: (fault: unknown) => void faults.push(fault) }),
  };
}

const isDrawing = async ({ state }: ReturnType<typeof startBrowser>) => {
  while (!state.isDrawing) await new Promise((resolve) => setImmediate(resolve));
};

describe('drawIfChanged', () => {
  it('draws a menu only if it has changed, even after a restart of the background', async () => {
    const { state, faults, startBackground } = startBrowser();
    const drawing = startBackground();
    await drawing.drawIfChanged(one);
    await drawing.drawIfChanged(createMenu('One'));
    await startBackground().drawIfChanged(one);
    expect([state.menu, state.drawings]).toEqual([one, 1]);
    await startBackground().drawIfChanged(two);
    expect([state.menu, state.drawings, faults]).toEqual([two, 2, []]);
  });

  it('draws a menu again that was left incomplete', async () => {
    const browser = startBrowser();
    const { state, startBackground } = browser;
    await startBackground().drawIfChanged(one);
    state.isHeld = true;
    void startBackground().drawIfChanged(two);
    await isDrawing(browser);
    // The background ends here.
    Object.assign(state, { isHeld: false, isDrawing: false, menu: createMenu('half') });
    await startBackground().drawIfChanged(one);
    expect(state.menu).toEqual(one);
  });

  it('draws one menu at a time, and only the newest waiting one', async () => {
    const browser = startBrowser();
    const { state, startBackground } = browser;
    const drawing = startBackground();
    state.isHeld = true;
    const first = drawing.drawIfChanged(one);
    await isDrawing(browser);
    const others = [two, three, two, three].map((entries) => drawing.drawIfChanged(entries));
    state.isHeld = false;
    browser.release();
    await Promise.all([first, ...others]);
    expect([state.menu, state.drawings]).toEqual([three, 2]);
    await drawing.drawIfChanged(three);
    expect(state.drawings).toBe(2);
  });

  it('reports a failure, rejects nothing, and tries again with the next call', async () => {
    const { state, faults, startBackground } = startBrowser();
    const drawing = startBackground();
    state.failure = new Error('One entry failed.');
    await drawing.drawIfChanged(one);
    expect(faults).toEqual([state.failure]);
    state.failure = null;
    await drawing.drawIfChanged(one);
    expect([state.drawings, faults.length]).toEqual([2, 1]);
  });

  it.each(['get', 'set', 'remove'] as const)('draws even if `%s` of the storage fails', async (method) => {
    const { session, state, faults, startBackground } = startBrowser();
    const fault = new Error('No storage');
    const drawing = startBackground();
    Object.assign(session, { [method]: () => Promise.reject(fault) });
    await drawing.drawIfChanged(one);
    await drawing.drawIfChanged(two);
    expect([state.menu, faults]).toEqual([two, [fault, fault]]);
  });
});
