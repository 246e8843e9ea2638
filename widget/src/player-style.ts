/** The player's style, as text. The build minifies it. */

/**
 * For `adoptedStyleSheets`: `style-src` doesn't block constructed sheets.
 * @param ratio width divided by height
 */
export const createStyle = (ratio: number): string => `
/* If the context gives no width, the empty box before the content does. A height other than auto prevents stretching in flex and grid boxes. */
:host(:not([hidden])) {
  display: block;
  flex-shrink: 0;
  min-width: min(150px, 100%);
  max-width: 100%;
  height: fit-content;
  aspect-ratio: ${ratio};
  contain: content;
  writing-mode: horizontal-tb;
}
:host::before {
  content: '';
  display: block;
  width: 300px;
}

button, iframe, img, a, ::slotted([slot=poster]) {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  border: 0;
  object-fit: cover;
  color: var(--linkhaul-color, #fff);
  background: var(--linkhaul-background, #000);
}
button {
  z-index: 0;
  font: inherit;
  line-height: 0;
  cursor: pointer;
  outline-offset: -5px;
  container-type: inline-size;
}
/* Behind the button's own layer, which has the focus ring. */
span, img, ::slotted([slot=poster]) {
  z-index: -1;
}
/* Forced colours remove backgrounds but show borders, so the icon consists of borders. */
i {
  display: inline-grid;
  padding: 1em;
  border: 1px solid #0000;
  border-radius: 1em;
  font-size: min(1em, 5cqi);
  background: var(--linkhaul-accent, #3552cc);
}
i::before {
  content: '';
  border: 1em solid;
  clip-path: polygon(0 0, 100% 50%, 0 100%);
}

span, a {
  position: absolute;
  inset: 0 0 auto;
  overflow: hidden;
  text-align: start;
  text-overflow: ellipsis;
  white-space: nowrap;
}
span {
  /* In every font and size, the line is equally high and ends above the icon. */
  padding: min(.5em, .3em + 3.5px) 1em;
  font-size: min(1em, 13cqi - 6px);
  line-height: 1.2;
  background: #000a;
}

/* The active player shows the link to the host below its frame. */
iframe {
  height: calc(100% - 1.5em);
}
a {
  inset: auto 0 0;
  height: 1.5em;
}

@media screen {
  button + a {
    display: none;
  }
}
@media print {
  :host {
    aspect-ratio: auto !important;
    height: auto !important;
  }
  button, iframe {
    display: none;
  }
  a {
    position: static;
    height: auto;
    color: #000;
    background: none;
    white-space: normal;
  }
}
`;
