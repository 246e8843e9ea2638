/**
 * With `LINKHAUL_LATE=1`, messages reach the background late, effects run late, and the gallery gets responses and lazy code late, as on a
 * busy machine. Tests that don't wait for something then fail everywhere.
 */
import type { BrowserContext } from '@playwright/test';

const lateMs = process.env['LINKHAUL_LATE'] === undefined ? 0 : 300;
/** After the responses, which a test may wait for. */
const lateCodeMs = 1_500;

/** Call this before opening a page of the extension. Playwright lacks init scripts in Firefox. */
export async function delayMessages(context: BrowserContext): Promise<void> {
  if (lateMs === 0) return;
  await context.addInitScript(delayEffects, lateMs);
  await context.addInitScript((ms) => {
    const { runtime } =
      (globalThis as unknown as { chrome?: { runtime?: { sendMessage?: (...all: unknown[]) => unknown } } })
        .chrome ?? {};
    const sendMessage = runtime?.sendMessage?.bind(runtime);
    if (runtime === undefined || sendMessage === undefined) return;
    runtime.sendMessage = async (...all) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return sendMessage(...all);
    };
  }, lateMs);
}

/** Call this before opening the gallery. */
export async function delayGallery(context: BrowserContext): Promise<void> {
  if (lateMs === 0) return;
  await context.addInitScript(delayEffects, lateMs);
  await context.addInitScript((ms) => Object.assign(globalThis, { lateMs: ms }), lateMs);
  await context.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateCodeMs));
    await route.continue();
  });
}

/** Runs in the page. Preact runs effects after the next frame, or after 35 ms if there is none. */
function delayEffects(ms: number): void {
  const { requestAnimationFrame, setTimeout } = globalThis;
  Object.assign(globalThis, {
    requestAnimationFrame: (draw: FrameRequestCallback) =>
      requestAnimationFrame(() => setTimeout(() => draw(performance.now()), ms)),
    setTimeout: (work: () => void, delayMs?: number, ...rest: unknown[]) =>
      setTimeout(work, delayMs === 35 ? ms : delayMs, ...rest),
  });
}
