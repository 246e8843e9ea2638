/**
 * The sign on a website's page for some seconds after a click in the menu. Plain DOM in a closed shadow root, styled by
 * attributes only: pages may forbid stylesheets. Resolves to what the user clicked; clicks of the page's scripts do not count.
 */
import type { PageSign, SignAction } from '../../lib/protocol.ts';

const visibleMs = 4_000;
/** The limit while the pointer or the focus is on it: the worker waits for the answer. */
const maxVisibleMs = 20_000;

const styles = {
  // Over everything of the page, whatever its stylesheet says of elements.
  host: `all: initial !important; position: fixed !important; inset: 16px 16px auto auto !important;
    z-index: 2147483647 !important; display: block !important; max-inline-size: calc(100vw - 32px) !important;`,
  card: `display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 8px 14px; border-radius: 10px;
    font: 14px/1.4 system-ui, sans-serif; color-scheme: light dark; color: light-dark(#1c1c1e, #f2f2f4);
    background: light-dark(#fff, #2a2a2e); border: 1px solid light-dark(#d5d5da, #4a4a50); box-shadow: 0 4px 18px #0005;`,
  text: 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-inline-size: 320px;',
  button: `font: inherit; font-weight: 600; cursor: pointer; padding: 2px 4px; border: 0; border-radius: 4px; background: none;
    color: light-dark(#1257ad, #8ab8f5);`,
};

const world = globalThis as { linkhaulSignEnd?: () => void };

export function showPageSign({ text, buttons, direction }: PageSign): Promise<SignAction | null> {
  world.linkhaulSignEnd?.();
  const { promise, resolve } = Promise.withResolvers<SignAction | null>();
  const create = <Name extends 'div' | 'span' | 'button'>(name: Name, style: string) => {
    const element = document.createElement(name);
    element.style.cssText = style;
    return element;
  };
  const host = create('div', styles.host);
  const card = create('div', styles.card);
  card.dir = direction;
  card.role = 'status';
  const label = create('span', styles.text);
  label.textContent = text;
  label.title = text;
  card.append(label);

  let timer = setTimeout(end, visibleMs);
  const limit = setTimeout(end, maxVisibleMs);
  function end(action: SignAction | null = null): void {
    clearTimeout(timer);
    clearTimeout(limit);
    host.remove();
    resolve(action);
  }
  world.linkhaulSignEnd = end;

  for (const { action, label: name } of buttons) {
    const button = create('button', styles.button);
    button.textContent = name;
    button.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) end(action);
    });
    card.append(button);
  }
  for (const event of ['pointerenter', 'focusin']) card.addEventListener(event, () => clearTimeout(timer));
  for (const event of ['pointerleave', 'focusout'])
    card.addEventListener(event, () => {
      clearTimeout(timer);
      timer = setTimeout(end, visibleMs);
    });

  host.attachShadow({ mode: 'closed' }).append(card);
  host.popover = 'manual';
  document.documentElement.append(host);
  // Above dialogs and what is full screen.
  host.showPopover();
  return promise;
}
