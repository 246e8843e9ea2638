/**
 * The style of the element's inside. It is adopted as a constructed sheet, which no `style-src` forbids. Nothing moves, so there
 * is nothing to still for those who want less motion. The build takes the line breaks out.
 */
export const STYLE = `
:host { display: block; position: relative; aspect-ratio: 16/9; contain: content }
:host([hidden]) { display: none }
button, iframe, img { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; padding: 0; background: var(--linkhaul-background, #000) }
button { color: var(--linkhaul-color, #fff); font: inherit; cursor: pointer }
:focus-visible { outline: 3px solid; outline-offset: -5px }
img { object-fit: cover }
img:not([src]) { display: none }
[part=icon] { position: relative; display: inline-block; padding: 1.2em 1.8em; border-radius: 1em; background: var(--linkhaul-accent, #06707c) }
[part=icon]::before { content: ''; display: block; padding: .7em; background: currentColor; clip-path: polygon(0 0, 100% 50%, 0 100%) }
:hover > [part=icon] { filter: brightness(1.3) }
[part=title] { position: absolute; inset: 0 0 auto; padding: 1em; background: #000a; text-align: start; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
@media (forced-colors: active) { button { border: 1px solid } [part=icon] { forced-color-adjust: none; background: ButtonText; color: ButtonFace } }
`;
