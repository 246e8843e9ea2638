/**
 * The cost of starting the worker: the round trip of a message that does nothing, and the time from a link's message or click to its record
 * on disk.
 *
 * A dispatched menu event doesn't wake the worker. So an ended worker gets the link by message, which takes the same path as a click
 * (`addLinks`).
 */
import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { WorkerControl } from '../soak/worker.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, withExtension, withService } from './extension.ts';
import { median } from './statistics.ts';

const rounds = 21;

const benchmark: Benchmark = {
  title: 'Worker: from a message or a click to what comes of it',
  run: (log) =>
    withService((service) =>
      withExtension(log, async (chromium) => {
        await connect(chromium.optionsPage, service.url, account.key);
        return measure(chromium);
      }),
    ),
};
export default benchmark;

async function measure({ context, extensionId }: RunningChromium): Promise<Result[]> {
  const scope = `chrome-extension://${extensionId}/`;
  const quiet = await QuietPage.open(context, `chrome-extension://${extensionId}/`);
  // Other pages would wake the worker.
  for (const page of context.pages()) if (page !== quiet.page) await page.close();
  const worker = await WorkerControl.attach(quiet.page, scope);
  // The measurement ends with the record, so the service gets no requests.
  await quiet.send('uploads.pause', {});
  const times = { bareAwake: [], bareEnded: [], linkAwake: [], linkEnded: [], click: [] } as Record<
    'bareAwake' | 'bareEnded' | 'linkAwake' | 'linkEnded' | 'click',
    number[]
  >;
  const end = async () => {
    if (!(await worker.kill())) throw new Error('The worker had already ended before it was killed.');
  };
  for (let round = 0; round < rounds; round += 1) {
    await quiet.roundTrip();
    times.bareAwake.push(await quiet.roundTrip());
    times.linkAwake.push(await storeLink(quiet.page, `https://files.example/awake-${round}.mp4`));
    times.click.push(await storeLink(findWorker(context, scope), `https://files.example/click-${round}.mp4`));
    await end();
    times.bareEnded.push(await quiet.roundTrip());
    await end();
    times.linkEnded.push(await storeLink(quiet.page, `https://files.example/ended-${round}.mp4`));
  }
  await worker.detach();
  const bareEnded = median(times.bareEnded);
  return [
    result({
      name: 'worker: ended, from a message to its answer (median)',
      value: bareEnded,
      unit: 'ms',
      controls: [{ name: 'awake', value: median(times.bareAwake) }],
      goal: { atMost: 300 },
    }),
    result({
      name: 'worker: ended, from a link’s message to its record on disk, by a bare message (median)',
      value: median(times.linkEnded) / bareEnded,
      unit: 'times',
      controls: [
        { name: 'that link, ms', value: median(times.linkEnded) },
        { name: 'a bare message, ms', value: bareEnded },
      ],
      goal: { atMost: 1.5 },
    }),
    result({
      name: 'worker: awake, from the menu’s click to the record on disk (median)',
      value: median(times.click),
      unit: 'ms',
      controls: [
        { name: 'from a link’s message to its record', value: median(times.linkAwake) },
        { name: 'a bare message', value: median(times.bareAwake) },
      ],
    }),
  ];
}

function findWorker(context: BrowserContext, scope: string): Worker {
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(scope));
  if (worker === undefined) throw new Error('The extension has no worker.');
  return worker;
}

/** From a page's message, or the menu's event in the worker, until the record can be read. */
function storeLink(target: Pick<Page, 'evaluate'>, linkUrl: string): Promise<number> {
  const store = async ([link]: readonly [string]): Promise<number> => {
    const { chrome } = globalThis as unknown as ExtensionGlobals;
    const isPage = 'document' in globalThis;
    const resultOf = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    let start = () => chrome.runtime.sendMessage({ name: 'links.send', request: { links: [{ url: link }] } });
    if (!isPage) {
      const { accounts } = await chrome.storage.local.get('accounts');
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const menuItemId = JSON.stringify(['send-to', accounts.currentId, '0']);
      const info = { menuItemId, linkUrl: link, editable: false, frameId: 0 };
      start = async () => chrome.contextMenus.onClicked.dispatch(info, tab);
    }
    const db = await resultOf(indexedDB.open('linkhaul-uploads'));
    const count = () => resultOf(db.transaction('uploads').objectStore('uploads').count());
    const before = await count();
    const startedMs = performance.now();
    const sent = start();
    // Pauses, because the worker's start needs the same threads.
    while ((await count()) === before) if (isPage) await new Promise((resolve) => setTimeout(resolve, 4));
    const storedMs = performance.now();
    await sent;
    db.close();
    return storedMs - startedMs;
  };
  return target.evaluate(store, [linkUrl] as const);
}

/** Used here. `dispatch` isn't typed. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly runtime: { sendMessage(message: unknown): Promise<unknown> };
    readonly storage: {
      readonly local: { get(key: string): Promise<{ readonly accounts: { readonly currentId: string } }> };
    };
    readonly tabs: { query(filter: object): Promise<readonly unknown[]> };
    readonly contextMenus: { readonly onClicked: { dispatch(info: object, tab: unknown): void } };
  };
}
