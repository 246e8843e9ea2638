/** What a page shows of a poster before anybody touches the player, with a document of JSDOM. */
import { JSDOM } from 'jsdom';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
});

it.each([
  ['https://host.example/a.jpg 1x', ''],
  // Browsers ask for it by https: in a page that is.
  ['http://host.example/a.jpg 1x', ''],
  ['//host.example/a.jpg 1x,/b.jpg 2x', ''],
  ['https://cdn.example/a.jpg 1x', 'https://cdn.example/a.jpg 1x'],
])('takes no picture from the host: %s', async (srcset, shown) => {
  const { window } = new JSDOM('', { url: 'https://site.example/' });
  const { document, HTMLElement, MutationObserver, customElements, CSSStyleSheet } = window;
  const globals = { document, HTMLElement, MutationObserver, customElements, CSSStyleSheet, window };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('../../widget/src/element.ts');
  document.body.innerHTML = `<linkhaul-player connect="click" srcset="${srcset}"><a href="https://host.example/e/abc">A</a></linkhaul-player>`;
  const poster = document.querySelector('linkhaul-player')?.shadowRoot?.querySelector('img');
  expect(poster?.getAttribute('srcset')).toBe(shown);
});
