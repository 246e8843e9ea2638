/** The React component, rendered in a browser and on a server. */
import { JSDOM } from 'jsdom';
import { act, createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { LinkhaulPlayer, type LinkhaulPlayerProps } from '../../widget/src/frameworks/react.ts';
import { reflect } from '../../widget/src/reflect.ts';

it('sets flags in the browser and on the server', async () => {
  const { window } = new JSDOM('');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // @ts-expect-error Without types.
  const { createRoot } = await import('react-dom/client');
  // @ts-expect-error As above.
  const { renderToString } = await import('react-dom/server');
  class Player extends window.HTMLElement {}
  reflect(Player.prototype);
  window.customElements.define('linkhaul-player', Player);
  const container = window.document.createElement('div');
  const root = createRoot(container);
  async function render(props: LinkhaulPlayerProps) {
    const component = createElement(LinkhaulPlayer, props);
    await act(() => root.render(component));
    const { document } = new JSDOM(renderToString(component)).window;
    return [container, document].map((rendered) => {
      const player = rendered.querySelector('linkhaul-player');
      return [player?.hasAttribute('credentialless'), player?.hasAttribute('allow-http')];
    });
  }
  const flags = { credentialless: true, allowHttp: true };
  const set = [true, true];
  const unset = [false, false];
  expect(await render(flags)).toEqual([set, set]);
  expect(await render({ credentialless: false, allowHttp: false })).toEqual([unset, unset]);
  expect(await render(flags)).toEqual([set, set]);
  expect(await render({})).toEqual([unset, unset]);
  await act(() => root.unmount());
});
