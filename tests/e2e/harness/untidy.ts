/** For tests of untidy services and machines. */
import { expect, type Page } from '@playwright/test';
import type { ActivityEntry } from '../../../lib/activity/activity.ts';
import type { Client } from '../../../lib/api/index.ts';
import type { StoredJob } from '../../../lib/bulk/job.ts';
import type { BulkWork } from '../../../lib/bulk/work.ts';
import { type FolderRef, rootFolder } from '../../../lib/folders/folder.ts';
import { readUndoId, toUndoId } from '../../../lib/undo-id.ts';
import { memoryKey, readMemory } from '../../../lib/uploads/storage/memory-store.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { type Admin, createAdmin, type RunningService } from '../../../service/src/index.ts';
import type { Extension } from './extension.ts';
import { connectedTest } from './index.ts';
import { currentAccountId, message } from './messages.ts';
import { readRecords } from './stored.ts';
import { until } from './until.ts';

/** As the extension and the service see it. */
export class Untidy {
  readonly page: Page;
  readonly admin: Admin;
  readonly accountId: string;
  readonly #email: string;

  private constructor(page: Page, admin: Admin, accountId: string, email: string) {
    this.page = page;
    this.admin = admin;
    this.accountId = accountId;
    this.#email = email;
  }

  /** @param page of the extension. Default: the popup, which polls */
  static async open(extension: Extension, service: RunningService, page?: Page): Promise<Untidy> {
    const email = service.accounts()[0]?.email ?? '';
    const accountId = await currentAccountId(extension);
    return new Untidy(
      page ?? (await extension.open('popup.html')),
      createAdmin(service.url),
      accountId,
      email,
    );
  }

  send(urls: Readonly<Record<string, string>>, folder: FolderRef = rootFolder) {
    const { accountId } = this;
    const links = Object.entries(urls).map(([typedTitle, url]) => ({ url, typedTitle }));
    return message(this.page, 'links.send', { accountId, links, folder });
  }

  /** The user's own by title, except dismissed ones. */
  async uploads(): Promise<Readonly<Record<string, Upload>>> {
    const records = (await readRecords(this.page, 'linkhaul-uploads', 'uploads')) as Upload[];
    const own = records.filter(({ source, state }) => source === 'link' && state !== 'archived');
    // A duplicate would hide the other record.
    const titles = own.map(({ title }) => title ?? '');
    expect(titles.toSorted()).toEqual([...new Set(titles)].sort());
    return Object.fromEntries(own.map((upload) => [upload.title, upload]));
  }

  async upload(title: string): Promise<Upload> {
    const upload = (await this.uploads())[title];
    if (upload === undefined) throw new Error(`There is no upload “${title}”.`);
    return upload;
  }

  /** Started outside Linkhaul, kept in memory. */
  async others(): Promise<readonly Upload[]> {
    const stored = await this.page.evaluate(async (key) => {
      const { chrome } = globalThis as unknown as {
        chrome: { storage: { session: { get(key: string): Promise<Record<string, unknown>> } } };
      };
      return (await chrome.storage.session.get(key))[key];
    }, memoryKey);
    return [...readMemory(stored).uploads.values()].filter(({ source }) => source === 'external');
  }

  async states(): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries(
      Object.entries(await this.uploads()).map(([title, { state }]) => [title, state]),
    );
  }

  /** Waits for exactly these uploads in these states. */
  async expectStates(states: Readonly<Record<string, string>>, timeout = 20_000): Promise<void> {
    await expect.poll(() => this.states(), { timeout }).toEqual(states);
  }

  /** Nothing is lost, duplicated or stuck: these links are done, and the service has each once. */
  async expectAllDone(titles: readonly string[], timeout = 20_000): Promise<void> {
    await this.expectStates(Object.fromEntries(titles.map((title) => [title, 'done'])), timeout);
    expect(await this.titles()).toEqual(titles.toSorted());
    expect(await this.eventCounts()).toEqual(Object.fromEntries(titles.map((title) => [title, 1])));
  }

  async titles(): Promise<readonly string[]> {
    return (await this.admin.files(this.#email)).map(({ title }) => title).sort();
  }

  files() {
    return this.admin.files(this.#email);
  }

  async activity(): Promise<readonly ActivityEntry[]> {
    // Delivers the events first.
    const pending = () => readRecords(this.page, 'linkhaul-uploads', 'events');
    await expect.poll(pending, { timeout: 20_000 }).toEqual([]);
    return (await readRecords(this.page, 'linkhaul-activity', 'entries')) as ActivityEntry[];
  }

  /** Entries “done” by title. */
  async eventCounts(): Promise<Readonly<Record<string, number>>> {
    const done = Map.groupBy(
      (await this.activity()).filter(({ kind }) => kind === 'done'),
      ({ title }) => title ?? '',
    );
    return Object.fromEntries([...done].map(([title, all]) => [title, all.length]));
  }

  /** Without the extension. */
  async addFile(client: Client, given: Parameters<Client['remoteUploads']['add']>[0]) {
    const { fileCode } = await client.remoteUploads.add(given);
    const find = async () => (await this.files()).find((file) => file.fileCode === fileCode);
    return until(`the file “${given.title}”`, find);
  }

  /** By address. */
  async accepted(): Promise<Readonly<Record<string, number>>> {
    const taken = (await this.admin.audit()).filter(
      ({ endpoint, effect }) => endpoint === '/api/upload/url' && effect,
    );
    const byUrl = Map.groupBy(taken, ({ query }) => query['url'] ?? '');
    return Object.fromEntries([...byUrl].map(([url, all]) => [url, all.length]));
  }

  async start(work: BulkWork): Promise<string> {
    return (await message(this.page, 'bulk.start', { accountId: this.accountId, work })).id;
  }

  async undo(id: string): Promise<string> {
    const { undo } = await message(this.page, 'changes.undo', {
      ids: [toUndoId({ kind: 'job', jobId: id })],
    });
    const [inverse] = undo.map(readUndoId);
    return inverse?.kind === 'job' ? inverse.jobId : '';
  }

  async expectJob(id: string, outcome: Partial<StoredJob>, timeout = 40_000): Promise<void> {
    const job = async () =>
      ((await readRecords(this.page, 'linkhaul-bulk', 'jobs')) as StoredJob[]).at(Number(id) - 1);
    await expect.poll(async () => (await job())?.state, { timeout }).toBe('done');
    expect(await job()).toMatchObject(outcome);
  }
}

export const test = connectedTest.extend<{ untidy: Untidy }>({
  untidy: async ({ extension, service }, use) => use(await Untidy.open(extension, service)),
});
