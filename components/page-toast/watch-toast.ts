/** Whether the user can see the toast, which the page may cover, move or make transparent. */

/** Clicks count only after the toast was undisturbed for this long. */
const undisturbedMs = 500;
/** The minimum in Chromium. */
const checkIntervalMs = 100;
/** Below this share of its size, the toast can't be read. */
const minScale = 0.7;

interface ToastEvents {
  /** The page removed, moved or hid it. */
  readonly onTouched: () => void;
  /** It may be covered, and the browser doesn't say. Called once. */
  readonly onUncertain: () => void;
}

interface ToastWatch {
  start(): void;
  stop(): void;
  /** A click may follow. */
  setReached(isReached: boolean): void;
  /** @param time of the click's event */
  wasVisible(time: number): Promise<boolean>;
}

/** Checks each frame between `start` and `stop`. */
export function watchToast(host: HTMLElement, { onTouched, onUncertain }: ToastEvents): ToastWatch {
  /** Without it (Firefox), nothing else may be in the top layer, because only that could cover the toast. */
  const tellsVisibility = 'isVisible' in IntersectionObserverEntry.prototype;
  /** Neither covered nor changed by an effect. Null until known. */
  let isUncovered = tellsVisibility ? null : true;
  let visibleSince: number | null = null;
  let wasDisturbed = false;
  let bounds = '';
  let size = 0;
  let isReached = false;
  let isUncertain = false;
  let nextCheckAt = 0;
  let frame = 0;

  const observer = new IntersectionObserver((entries) => {
    if (!tellsVisibility) return;
    isUncovered = areVisible(entries);
    look();
  }, visibility);

  const mutations = new MutationObserver((records) => {
    if (records.some(({ removedNodes }) => [...removedNodes].includes(host))) onTouched();
  });

  function look(now = performance.now()): void {
    if (host.parentNode !== document.documentElement || !host.matches(':popover-open')) {
      onTouched();
      return;
    }
    const rect = host.getBoundingClientRect();
    const before = bounds;
    bounds = [rect.x, rect.y, rect.width, rect.height, window.screenX, window.screenY].join();
    size ||= host.offsetHeight;
    const isInView =
      rect.height >= size * minScale &&
      rect.x >= 0 &&
      rect.y >= 0 &&
      rect.right <= window.innerWidth &&
      rect.bottom <= window.innerHeight &&
      host.checkVisibility();
    const isMoved = before !== '' && before !== bounds;
    if (isMoved || isUncovered === false || !isInView || isInTransition()) {
      wasDisturbed = true;
      visibleSince = null;
    } else if (isUncovered === true && before !== '') visibleSince ??= now;
    if (isReached && now >= nextCheckAt) checkPage();
  }

  function checkPage(): void {
    if (tellsVisibility || isUncertain) return;
    const startedAt = performance.now();
    // Firefox applies the root's filter to everything.
    isUncertain = getComputedStyle(document.documentElement).filter !== 'none' || hasTopLayer(document, host);
    if (isUncertain) onUncertain();
    const endedAt = performance.now();
    // 200,000 elements take 90 ms.
    nextCheckAt = endedAt + Math.max(checkIntervalMs, 10 * (endedAt - startedAt));
  }

  function lookAgain(now: number): void {
    // First, because a check may stop it.
    frame = requestAnimationFrame(lookAgain);
    look(now);
  }

  return {
    start() {
      observer.observe(host);
      mutations.observe(document.documentElement, { childList: true });
      host.addEventListener('beforetoggle', onTouched);
      checkPage();
      frame = requestAnimationFrame(lookAgain);
    },
    stop() {
      observer.disconnect();
      mutations.disconnect();
      host.removeEventListener('beforetoggle', onTouched);
      cancelAnimationFrame(frame);
    },
    setReached(next) {
      isReached = next;
      if (next) checkPage();
    },
    async wasVisible(time) {
      look();
      checkPage();
      const since = visibleSince;
      if (isUncertain || since === null || time - since < (wasDisturbed ? undisturbedMs : 0)) return false;
      // The browser's last report may be older than the cover.
      return !tellsVisibility || isVisibleNow(host);
    },
  };
}

const visibility = {
  trackVisibility: true,
  delay: checkIntervalMs,
  threshold: 1,
} as IntersectionObserverInit;
const areVisible = (entries: readonly IntersectionObserverEntry[]): boolean =>
  entries.every((entry) => (entry as { isVisible?: boolean }).isVisible === true);

function isVisibleNow(host: HTMLElement): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    resolve(areVisible(entries));
  }, visibility);
  observer.observe(host);
  return promise;
}

/** The user then sees snapshots of the page. */
const isInTransition = (): boolean =>
  CSS.supports('selector(:active-view-transition)') &&
  document.documentElement.matches(':active-view-transition');

/** Includes shadow trees. */
function hasTopLayer(root: ParentNode, host: HTMLElement): boolean {
  const shown = root.querySelectorAll(':popover-open, :modal, :fullscreen');
  if ([...shown].some((element) => element !== host)) return true;
  for (const element of root.querySelectorAll('*')) {
    // For extensions in Firefox.
    const tree = (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
    if (tree && element !== host && hasTopLayer(tree, host)) return true;
  }
  return false;
}
