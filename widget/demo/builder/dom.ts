/** DOM helpers of the builder's page. */

/** Creates an element with these properties and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: { readonly [K in keyof HTMLElementTagNameMap[Tag]]?: HTMLElementTagNameMap[Tag][K] } = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** Sets a text only where it differs, so that screen readers do not announce it again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

let idCount = 0;

/** A new element id. */
export function createId(): string {
  idCount += 1;
  return `b${idCount}`;
}
