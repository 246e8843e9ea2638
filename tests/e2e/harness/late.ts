/**
 * A busy machine, on purpose: with `LINKHAUL_LATE=1` the background gets each message of a page late, and the gallery's pages get
 * each answer and the code that is loaded when needed. What a test does too early fails then, on any machine.
 */
import type { BrowserContext } from '@playwright/test';

const lateMs = process.env['LINKHAUL_LATE'] === undefined ? 0 : 300;
/** Later than the answers, which a case may wait for. */
const lateCodeMs = 1_500;

/** Before a page of the extension is opened; Playwright has no such scripts in Firefox. */
export async function delayMessages(context: BrowserContext): Promise<void> {
  if (lateMs === 0) return;
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

/** Before the gallery is opened. */
export async function delayGallery(context: BrowserContext): Promise<void> {
  if (lateMs === 0) return;
  await context.addInitScript((ms) => Object.assign(globalThis, { lateMs: ms }), lateMs);
  await context.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateCodeMs));
    await route.continue();
  });
}
