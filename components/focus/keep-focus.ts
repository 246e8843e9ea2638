/** Loaded by each page. Moves a lost focus to the nearest control, unless a component does by the next frame. */
import './keep-press.ts';

const controls = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';

/** Null after a click outside of all controls. */
let last: Element | null = null;
/** Where it, or an element around it, was removed. */
let position: { readonly parent: Element; readonly previous: Node | null } | null = null;
let isChecking = false;

/** Call this when the focus may be nowhere. */
export function forgetFocus(): void {
  last = null;
  position = null;
}

const isFocusable = (element: Element): element is HTMLElement =>
  element.matches(`${controls}, [tabindex]`) &&
  !element.matches(':disabled, [inert] *') &&
  element.checkVisibility({ visibilityProperty: true });

/** Prefers the next control of the innermost element. Not in a notice, because notices come and go. */
function findNearest(): HTMLElement | undefined {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (let parent = position?.parent ?? null; parent !== null; parent = parent.parentElement) {
    if (!scope.contains(parent)) return all(scope)[0];
    const found = all(parent);
    const after = found.find(isAfterPosition) ?? found.at(-1);
    if (after) return after;
  }
  return undefined;
}

const all = (parent: Element): HTMLElement[] =>
  [...parent.querySelectorAll(controls)]
    .filter(isFocusable)
    .filter((element) => element.tabIndex >= 0 && !element.closest('.notice'));

function isAfterPosition(element: Element): boolean {
  if (position === null) return false;
  const { parent, previous } = position;
  if (previous?.parentNode === parent)
    return (
      (previous.compareDocumentPosition(element) &
        (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
      Node.DOCUMENT_POSITION_FOLLOWING
    );
  return (
    parent.contains(element) ||
    (parent.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  );
}

function restore(): void {
  isChecking = false;
  if (last === null || !document.hasFocus()) return;
  const active = document.activeElement;
  // On a slow device, a disabled or hidden element may still have the focus. The browser removes it soon.
  if (active !== document.body && (active !== last || isFocusable(last))) return;
  if (last.isConnected && last.parentElement) position = { parent: last.parentElement, previous: last };
  // A moved element may be focusable again.
  const target = last.isConnected && isFocusable(last) ? last : findNearest();
  target?.focus();
}

function onChanged(records: readonly MutationRecord[]): void {
  // Disabled or hidden elements keep the focus until the next frame.
  let isLost = document.activeElement === document.body;
  for (const { type, target, removedNodes, previousSibling } of records) {
    isLost ||= type === 'attributes';
    const lost = position?.parent ?? last;
    if (lost !== null && [...removedNodes].some((node) => node.contains(lost)))
      position = { parent: target as Element, previous: previousSibling };
  }
  if (last === null || isChecking || !isLost) return;
  isChecking = true;
  // After the components' effects, which may move the focus themselves.
  requestAnimationFrame(() => setTimeout(restore));
}

document.addEventListener('focusin', ({ target }) => {
  last = target as Element;
  position = null;
});
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    const isLeft = document.activeElement !== target && (target as Element).isConnected;
    if (isLeft && target === last && isFocusable(target as Element)) forgetFocus();
  });
});
document.addEventListener('pointerdown', forgetFocus, true);
new MutationObserver(onChanged).observe(document, {
  childList: true,
  subtree: true,
  attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
});
