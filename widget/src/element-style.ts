/**
 * The style of the shadow root: a constructed sheet, which no `style-src` forbids. There is no animation. Forced colours
 * remove backgrounds and show every border, so the icon is made of borders. Poster and title have a negative z-index to keep
 * the button's focus ring visible; icon and title shrink with a small player. The build removes the line breaks; this
 * order of rules and properties compresses best.
 * @param view The window whose document adopts the sheet.
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
