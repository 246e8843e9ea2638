import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { BidiSession } from './bidi.ts';
import { answerFileDialog } from './firefox-file-dialog.ts';
import { until } from './until.ts';

/** Takes no space on disk. */
export async function sparseFile(dir: string, name: string, sizeBytes: number): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, '');
  await truncate(path, sizeBytes);
  return path;
}

/** The dialog of the page's button, or of the button in an upload's row. */
export function chooseFiles(page: Page, paths: string | readonly string[], row?: Locator): Promise<void> {
  const button = row
    ? row.getByRole('button', { name: 'Choose file…' }).first()
    : page.getByRole('button', { name: 'Choose files…' });
  return answerDialog(page, paths, () => button.click());
}

export async function answerDialog(
  page: Page,
  paths: string | readonly string[],
  open: () => Promise<void>,
): Promise<void> {
  if (page.context().browser()?.browserType().name() === 'firefox') {
    await answerFileDialog(new BidiSession(page.context()), [paths].flat());
    return open();
  }
  // Playwright only handles an input's dialog, some time after it was asked to.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const dialog = page.waitForEvent('filechooser');
  await open();
  await (await dialog).setFiles([paths].flat());
}

/** Uses the browser's own drag and drop. The page gets one drop, even if it is slow and the drag is repeated. */
export async function dropFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    cdp.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  const overlay = page.locator('.drop-area');
  const watch = await page.evaluateHandle(() => {
    let drops = 0;
    const onDrop = (event: Event) => {
      drops += 1;
      if (drops === 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('drop', onDrop, true);
    const end = () => {
      removeEventListener('drop', onDrop, true);
      // A repeated drag may still be on the page.
      document.dispatchEvent(new DragEvent('dragleave'));
    };
    return { get: () => drops > 0, end };
  });
  const wasDropped = () => watch.evaluate(({ get }) => get());
  await until('the drop', async () => {
    await drag('dragEnter');
    // Browsers repeat `dragover` while the pointer rests.
    await until('the page to offer itself', async () => {
      await drag('dragOver');
      return (await wasDropped()) || overlay.isVisible();
    });
    if (await wasDropped()) return true;
    await drag('drop');
    // A busy browser may end the drag without a drop. The overlay then stays.
    await overlay.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => {});
    return wasDropped();
  });
  await watch.evaluate(({ end }) => end());
  await cdp.detach();
}

export const rows = (page: Page, state: string): Locator => page.locator(`[data-state="${state}"]`);

/** JavaScript memory of the document that sends files, and of its workers. */
export async function senderHeapBytes(page: Page): Promise<number> {
  const cdp = await page.context().browser()?.newBrowserCDPSession();
  const targets = await cdp?.send('Target.getTargets', { filter: [{ type: 'background_page' }] });
  const target = targets?.targetInfos.find(({ url }) => url.endsWith('/sender.html'));
  if (cdp === undefined || target === undefined) throw new Error('No document sends files.');
  const { sessionId } = await cdp.send('Target.attachToTarget', { ...target, flatten: false });
  const workers: string[] = [];
  const answers = new Map<number, PromiseWithResolvers<object>>();
  // A document or worker that has ended doesn't respond.
  const giveUp = () => {
    for (const { reject } of answers.values()) reject(new Error('The document that sends files has ended.'));
  };
  cdp.on('Target.detachedFromTarget', giveUp);
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, method, params, result } = JSON.parse(message) as ProtocolMessage;
    if (method === 'Target.attachedToTarget' && params?.sessionId) workers.push(params.sessionId);
    if (method === 'Target.detachedFromTarget') giveUp();
    if (id === undefined) return;
    if (result) answers.get(id)?.resolve(result);
    else answers.get(id)?.reject(new Error(message));
  });
  async function ask(method: string, params: object = {}, worker?: string): Promise<object> {
    const id = answers.size + 1;
    const answer = Promise.withResolvers<object>();
    // It may be rejected before anything awaits it.
    answer.promise.catch(() => {});
    answers.set(id, answer);
    const message = JSON.stringify({ id, method, params, ...(worker && { sessionId: worker }) });
    await cdp?.send('Target.sendMessageToTarget', { sessionId, message });
    return answer.promise;
  }
  await ask('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  let bytes = 0;
  for (const worker of [undefined, ...workers]) {
    const usage = (await ask('Runtime.getHeapUsage', {}, worker)) as HeapUsage;
    bytes += usage.usedSize + (usage.backingStorageSize ?? 0);
  }
  await cdp.detach();
  return bytes;
}

interface ProtocolMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly result?: object;
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}
