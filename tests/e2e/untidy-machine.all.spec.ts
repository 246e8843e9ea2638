/** The worker stops at any point, the network fails, stored data is damaged: nothing is lost, duplicated or stuck. */
import type { Page } from '@playwright/test';
import { expect } from './harness/index.ts';
import { message } from './harness/messages.ts';
import { openQuietPage } from './harness/stored.ts';
import { test, Untidy } from './harness/untidy.ts';

test.use({ serviceOptions: { admin: true, bytesPerSecond: 0, rateLimit: false, keepAlive: false } });

interface Globals {
  readonly chrome: {
    readonly runtime: { readonly onStartup: { dispatch(): void } };
    readonly storage: {
      readonly local: {
        get(key: string): Promise<Record<string, unknown>>;
        set(values: object): Promise<void>;
        remove(key: string): Promise<void>;
      };
    };
  };
}

const actions = '/api/urlupload/actions';
const goOffline = () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
};
const fireStartup = () => (globalThis as unknown as Globals).chrome.runtime.onStartup.dispatch();

// `tests/lib/uploads/model.test.ts` ends the worker at any point of a retry or a removal.
test('the worker ends during actions on transfers, after their effect', async ({
  untidy,
  extension,
  site,
}) => {
  const urls = Object.fromEntries(
    ['One', 'Two', 'Three'].map((title) => [title, `${site.url}/flaky.webm?${title}`]),
  );
  await untidy.send(urls);
  await untidy.expectStates({ One: 'failed', Two: 'failed', Three: 'failed' });
  const { accountId, page } = untidy;
  /** The popup starts the next worker if an alarm means pending work. */
  const dieIn = async (act: (id: string) => Promise<unknown>, title: string) => {
    await untidy.admin.setFaults([{ endpoint: actions, times: 1, kind: 'delay-answer', ms: 20_000 }]);
    const sent = act((await untidy.upload(title)).id).catch(() => {});
    await expect.poll(async () => (await untidy.admin.faults())[0]?.applied).toBe(1);
    await extension.background.kill();
    await sent;
    await untidy.admin.clearFaults();
  };
  await dieIn((id) => message(page, 'uploads.retry', { id }), 'One');
  await untidy.expectStates({ One: 'done', Two: 'failed', Three: 'failed' });
  await dieIn((id) => message(page, 'uploads.deleteTransfer', { id }), 'Two');
  await untidy.expectStates({ One: 'done', Three: 'failed' });
  await dieIn(() => message(page, 'uploads.clearAll', { accountId }), 'Three');
  await untidy.expectStates({ One: 'done' });
  expect(Object.values(await untidy.accepted())).toEqual([2, 1, 1]);
  expect(await untidy.titles()).toEqual(['One']);
});

test('links and a job that waited offline continue by alarm, without a page', async ({
  extension,
  service,
  site,
  client,
}) => {
  const untidy = await Untidy.open(extension, service, await openQuietPage(extension));
  const file = await untidy.addFile(client, { url: `${site.url}/sample.webm?file`, title: 'Old' });
  await extension.firstPage.close();
  await extension.background.evaluate(goOffline);
  await untidy.send({ One: `${site.url}/sample.webm` });
  const job = await untidy.start({ kind: 'rename', files: [file], titles: ['New'] });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([await untidy.accepted(), await untidy.titles()]).toEqual([
    { [`${site.url}/sample.webm?file`]: 1 },
    ['Old'],
  ]);
  await extension.background.kill();
  await extension.background.fireAlarm();
  await expect.poll(() => untidy.titles()).toEqual(['New', 'One']);
  await untidy.expectJob(job, { verified: 1 });
  await extension.open('popup.html');
  await untidy.expectStates({ One: 'done' });
});

/** `tests/lib/background/resilience.test.ts` has all kinds of damage. */
const damages = [
  ['accounts', null],
  ['keys', [{}]],
] as const;

test('20 links wait while accounts or keys are damaged at the browser’s start', async ({
  extension,
  service,
  site,
}) => {
  const { background } = extension;
  const untidy = await Untidy.open(extension, service, await openQuietPage(extension));
  const { page } = untidy;
  const titles = Array.from({ length: 20 }, (_, at) => `Link ${at}`);
  await message(page, 'uploads.pause', {});
  await untidy.send(Object.fromEntries(titles.map((title, at) => [title, `${site.url}/poster.jpg?${at}`])));
  await extension.firstPage.close();
  const queued = Object.fromEntries(titles.map((title) => [title, 'queued']));
  for (const [key, damaged] of damages) {
    await background.kill();
    const value = await readLocal(page, key);
    await writeLocal(page, key, damaged);
    await background.evaluate(fireStartup);
    const popup = await extension.open('popup.html');
    await expect(
      popup.getByRole('tab', { name: 'Uploads' }).or(popup.getByRole('button')).first(),
    ).toBeVisible();
    await popup.close();
    await background.fireAlarm().catch(() => {});
    expect(await untidy.states(), key).toEqual(queued);
    await background.kill();
    await writeLocal(page, key, value);
  }
  await background.evaluate(fireStartup);
  await message(page, 'uploads.resume', {});
  await extension.open('popup.html');
  await untidy.expectAllDone(titles, 60_000);
});

const readLocal = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(async (name) => {
    const { local } = (globalThis as unknown as Globals).chrome.storage;
    return (await local.get(name))[name];
  }, key);

/** @param value null removes the key */
const writeLocal = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    ([name, given]) => {
      const { local } = (globalThis as unknown as Globals).chrome.storage;
      return given === null ? local.remove(name) : local.set({ [name]: given });
    },
    [key, value] as const,
  );
