/**
 * 20,000 links pasted into the manager, in Chromium with the built extension: how long its page doesn't respond, and how
 * long it takes until all of them are stored.
 *
 * The text is in the box before its event is sent, because the browser alone needs seconds to lay out that many lines. The
 * controls are a bare page with the same box, and a bare page that stores the same records.
 */
import type { Page } from '@playwright/test';
import { createUpload, type Upload } from '../../lib/uploads/upload.ts';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import type { Log } from '../../scripts/process.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, barePage, withExtension, withService } from './extension.ts';
import { openAlone } from './files-page/open-alone.ts';

const links = 20_000;
/** As in `lib/uploads/uploads.ts`. */
const sliceSize = 250;
const timeoutMs = 300_000;

const benchmark: Benchmark = {
  title: `Uploads: ${links} pasted links`,
  run: (log) =>
    withService((service) =>
      withExtension(
        log,
        async (chromium) => {
          await connect(chromium.optionsPage, service.url, account.key);
          return measure(chromium, log);
        },
        barePage,
      ),
    ),
};
export default benchmark;

const toUrl = (at: number) => `https://host-${at % 50}.example/films/${at}/film-${at}.mp4`;

async function measure({ context, extensionId }: RunningChromium, log: Log): Promise<Result[]> {
  const base = `chrome-extension://${extensionId}/`;
  const text = Array.from({ length: links }, (_, at) => toUrl(at)).join('\n');
  log('a bare page …');
  const bare = await openAlone(context, `${base}bare.html`, async (page) => {
    await page.evaluate(addBox);
    const gapMs = await enterText(page, text, () => page.waitForTimeout(2_000));
    await page.evaluate(watchGaps);
    await page.evaluate(clearBox);
    const clearedMs = await page.evaluate(takeLongestGap);
    const records = [createTemplate(), links, sliceSize] as const;
    return { gapMs, clearedMs, storedMs: await page.evaluate(storeRecords, records) };
  });
  log('the manager …');
  const own = await openAlone(context, `${base}manager.html#uploads`, async (page) => {
    await page.getByLabel('Links to upload').waitFor();
    const readMs = await enterText(page, text, () => page.getByText('20,000 links').first().waitFor());
    await page.evaluate(watchGaps);
    const clickedMs = performance.now();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page
      .getByText(/20,000 links are queued/)
      .first()
      .waitFor({ timeout: timeoutMs });
    const storedMs = performance.now() - clickedMs;
    return { readMs, sentMs: await page.evaluate(takeLongestGap), storedMs };
  });
  return [
    result({
      name: `pasted links, ${links}: longest time without a response of the page, while they are read`,
      value: own.readMs,
      unit: 'ms',
      controls: [{ name: 'a bare page with the same box', value: bare.gapMs }],
      goal: { atMost: 50 },
    }),
    result({
      name: `pasted links, ${links}: the same, while they are stored`,
      value: own.sentMs,
      unit: 'ms',
      controls: [{ name: 'a bare page that empties the box', value: bare.clearedMs }],
      goal: { atMost: 50 },
    }),
    result({
      name: `pasted links, ${links}: from the click until all are stored`,
      value: own.storedMs,
      unit: 'ms',
      controls: [{ name: 'a bare page that stores the same records', value: bare.storedMs }],
      goal: { atMost: Math.round(1.5 * bare.storedMs) },
    }),
  ];
}

/** @returns the longest time without a response from the box's event until `isDone`, in ms */
async function enterText(page: Page, text: string, isDone: () => Promise<void>): Promise<number> {
  await page.evaluate(async (value) => {
    const box = document.querySelector('textarea');
    if (box === null) throw new Error('There is no box.');
    // Its height after the event.
    box.rows = 6;
    box.value = value;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, text);
  await page.evaluate(watchGaps);
  await page.evaluate(() => {
    document.querySelector('textarea')?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await isDone();
  return page.evaluate(takeLongestGap);
}

/** Runs in the page: timers that follow each other, until `takeLongestGap`. */
function watchGaps(): void {
  let longestMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  });
  Object.assign(globalThis, {
    takeLongestGap() {
      clearInterval(timer);
      return longestMs;
    },
  });
}

const takeLongestGap = (): number =>
  (globalThis as unknown as { takeLongestGap: () => number }).takeLongestGap();

function addBox(): void {
  const box = document.createElement('textarea');
  box.wrap = 'off';
  box.spellcheck = false;
  document.body.append(box);
}

async function clearBox(): Promise<void> {
  const box = document.querySelector('textarea');
  if (box !== null) box.value = '';
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** Runs in the page. @returns the time that it takes, in ms */
async function storeRecords([template, count, slice]: readonly [Upload, number, number]): Promise<number> {
  const opening = indexedDB.open('bare', 1);
  opening.onupgradeneeded = () => {
    const uploads = opening.result.createObjectStore('uploads', { keyPath: 'id' });
    uploads.createIndex('fileCode', ['accountId', 'fileCode'], { unique: true });
    uploads.createIndex('address', ['accountId', 'addressKey']);
    uploads.createIndex('state', ['accountId', 'state', 'order']);
    uploads.createIndex('linkId', 'linkId');
    uploads.createIndex('former', 'formerAccountIds', { multiEntry: true });
  };
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  const startedMs = performance.now();
  for (let at = 0; at < count; at += slice) {
    const tx = db.transaction('uploads', 'readwrite');
    for (let order = at; order < at + slice; order += 1) {
      const url = `https://host-${order % 50}.example/films/${order}/film-${order}.mp4`;
      tx.objectStore('uploads').put({ ...template, id: crypto.randomUUID(), url, addressKey: url, order });
    }
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = reject;
    });
  }
  return performance.now() - startedMs;
}

const createTemplate = (): Upload =>
  createUpload(
    {
      ...{ id: '', accountId: crypto.randomUUID(), source: 'link', url: '', addressKey: '', title: null },
      ...{ folder: { id: '0', name: '' }, private: false, order: 0 },
      batch: { id: crypto.randomUUID(), size: links },
    },
    Date.now(),
  );
