/** The little of a framework that the builder's page needs: elements from one expression, and none from strings. */

/** An element with these properties and children. */
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

/** Writes a text only where it differs, so that nothing is read out twice. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

let made = 0;

/** An id for this page. */
export function newId(): string {
  made += 1;
  return `b${made}`;
}
