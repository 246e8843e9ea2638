/**
 * The style of the element's inside: a constructed sheet, which no `style-src` forbids. Nothing moves, so there is nothing to still
 * for those who want less motion. Forced colours take backgrounds away and make every border visible, so the sign is made
 * of borders. Picture and title lie below the button's own layer, or they would hide its focus ring; in a small player, sign and
 * title shrink with it. The build takes the line breaks out; in this order of lines and words it compresses best.
 * @param view The window of the one document that can adopt it.
 */
export function createSheet(view: typeof globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(`
span, img { z-index: -1 }
span, i { font-size: min(1em, 6cqi) }
button { font: inherit; cursor: pointer; outline-offset: -5px; container-type: inline-size; color: var(--linkhaul-color, #fff); z-index: 0 }
i { display: inline-grid; border: 1px solid #0000; border-radius: 1em; padding: 1em; background: var(--linkhaul-accent, #06707c) }
i::before { clip-path: polygon(0 0, 100% 50%, 0 100%); border: 1em solid; content: '' }
:hover > i { border: 1px solid }
button, iframe, img { background: var(--linkhaul-background, #000); border: 0; width: 100%; height: 100%; inset: 0; position: absolute; object-fit: cover }
span { overflow: hidden; position: absolute; padding: 1em; background: #000a; text-align: start; text-overflow: ellipsis; inset: 0 0 auto; white-space: nowrap }
:host(:not([hidden])) { display: block; aspect-ratio: 16/9; contain: content }
`);
  return sheet;
}
