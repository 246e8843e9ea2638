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
  const page = await open('', srcset);
  expect(page.readSrcset()).toBe(shown);
});

it('takes each size from the host that a page has moved to', async () => {
  const head =
    '<meta name="linkhaul-host" content="https://host.example"><meta name="linkhaul-replaces" content="https://old.example">';
  const page = await open(
    head,
    'https://old.example/a,1.jpg 1x,https://old.example/b.jpg 2x, https://cdn.example/c.jpg 3x',
    'eager',
  );
  await expect
    .poll(page.readSrcset)
    .toBe('https://host.example/a,1.jpg 1x,https://host.example/b.jpg 2x, https://cdn.example/c.jpg 3x');
});

/** Opens a page with a player. */
async function open(head: string, srcset: string, loading = 'lazy') {
  const { window } = new JSDOM(head, { url: 'https://site.example/' });
  const { document, HTMLElement, MutationObserver, customElements, CSSStyleSheet } = window;
  const globals = { document, HTMLElement, MutationObserver, customElements, CSSStyleSheet, window };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await import('../../widget/src/element.ts');
  const connect = loading === 'lazy' ? 'click' : 'hover';
  document.body.innerHTML = `<linkhaul-player connect="${connect}" loading="${loading}" srcset="${srcset}"><a href="https://host.example/e/abc">A</a></linkhaul-player>`;
  const poster = () => document.querySelector('linkhaul-player')?.shadowRoot?.querySelector('img');
  return { readSrcset: () => poster()?.getAttribute('srcset') };
}
