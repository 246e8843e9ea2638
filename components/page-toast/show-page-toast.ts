/**
 * Shows a toast on a website's page for some seconds after a click in the context menu. It is plain DOM in a closed shadow root, because
 * the page may be hostile:
 *
 * - The page can't read the toast. The texts are generated content in a stylesheet of the closed tree, so there is no text to find, select,
 *   copy or serialize. Screen readers still read it. The size is always the same, so that it doesn't depend on the texts.
 * - The page can't click it for the user. Clicks by scripts are ignored, and so are clicks on a toast that wasn't visible for long enough.
 *   A toast that the page touches is removed. One that was covered, moved or resized must be visible again for a while first.
 */
import type { PageToast, ToastAction } from '../../lib/protocol.ts';
import { watchToast } from './watch-toast.ts';

/** Long enough to read it and move the pointer there. */
const visibleMs = 9_000;
/** With the pointer or focus on it. Limited, because the worker waits for the response. */
const maxVisibleMs = 20_000;
const [width, height, narrowHeight] = [480, 46, 80];

/** `!important` in a shadow tree wins over the page's styles for the host element. */
const createRules = ({ text, buttons, direction }: PageToast): string => `
  :host { all: initial !important; position: fixed !important; inset: 16px 16px auto auto !important; contain: strict !important;
    inline-size: min(${width}px, 100vw - 32px) !important; block-size: ${height}px !important; display: flex !important;
    box-sizing: border-box !important; overflow: clip !important; user-select: none !important; -moz-user-select: none !important;
    color-scheme: light dark !important; color: light-dark(#1c1c1e, #f2f2f4) !important; border-radius: 10px !important;
    background: light-dark(#fff, #2a2a2e) !important; border: 1px solid light-dark(#d5d5da, #4a4a50) !important;
    box-shadow: 0 4px 18px #0005 !important; font: 14px/1.4 sans-serif !important; }
  :host::before, :host::after, :host::backdrop { content: none !important; display: none !important; }
  .card { direction: ${direction}; box-sizing: border-box; flex: 1; min-inline-size: 0; display: flex; align-items: center; gap: 12px; block-size: 100%;
    padding: 8px 14px; }
  .text { flex: 1; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .buttons { display: flex; gap: 12px; }
  button { all: unset; cursor: pointer; font-weight: 600; padding: 2px 4px; border-radius: 4px; white-space: nowrap;
    color: light-dark(#1257ad, #8ab8f5); }
  button:focus-visible { outline: 2px solid; }
  @media (width < ${width + 32}px) {
    :host { block-size: ${narrowHeight}px !important; }
    .card { flex-direction: column; align-items: stretch; justify-content: center; gap: 4px; }
    .text { flex: none; }
    .buttons { justify-content: end; }
  }
  .text::before { content: "${CSS.escape(text)}"; }
  ${buttons.map(({ action, label }) => `.${action}::before { content: "${CSS.escape(label)}"; }`).join('\n')}
`;

const world = globalThis as { linkhaulToastEnd?: () => void };

/** Resolves to null unless the user clicked. */
export function showPageToast(toast: PageToast): Promise<ToastAction | null> {
  world.linkhaulToastEnd?.();
  const { promise, resolve } = Promise.withResolvers<ToastAction | null>();
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'closed' });
  const card = createPart('div', 'card');
  card.role = 'status';
  const buttons = createPart('div', 'buttons');
  card.append(createPart('span', 'text'), buttons);
  shadow.append(card);
  addRules(shadow, createRules(toast));

  let timer: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const hasButtons = toast.buttons.length > 0;
  if (!hasButtons) resolve(null);
  if (hasButtons || !document.hidden) start();
  else document.addEventListener('visibilitychange', start, { once: true });
  function start(): void {
    timer = setTimeout(end, visibleMs);
    limit = setTimeout(end, maxVisibleMs);
  }
  const watch = watchToast(host, { onTouched: () => end(), onUncertain: () => buttons.replaceChildren() });
  function end(action: ToastAction | null = null): void {
    clearTimeout(timer);
    clearTimeout(limit);
    document.removeEventListener('visibilitychange', start);
    watch.stop();
    host.remove();
    shadow.replaceChildren();
    resolve(action);
  }
  world.linkhaulToastEnd = end;

  for (const { action } of toast.buttons) {
    const button = createPart('button', action);
    button.addEventListener('click', async ({ isTrusted, timeStamp }) => {
      if (isTrusted && (await watch.wasVisible(timeStamp))) end(action);
    });
    buttons.append(button);
  }
  const reach = (isReached: boolean) => () => {
    clearTimeout(timer);
    watch.setReached(isReached);
    if (!isReached) timer = setTimeout(end, visibleMs);
  };
  for (const event of ['pointerenter', 'focusin']) card.addEventListener(event, reach(true));
  for (const event of ['pointerleave', 'focusout']) card.addEventListener(event, reach(false));

  host.popover = 'manual';
  document.documentElement.append(host);
  // Above dialogs and fullscreen elements.
  host.showPopover();
  watch.start();
  return promise;
}

function createPart(name: 'div' | 'span' | 'button', className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

/** Pages may forbid other stylesheets. Some versions of Firefox reject a constructed one from an extension's script. */
function addRules(shadow: ShadowRoot, rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  try {
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement('style');
    style.textContent = rules;
    shadow.append(style);
  }
}
