/** Every call of the client, once, with valid arguments. */
import type { Client } from '../../../../lib/api/index.ts';

export interface TableCall {
  readonly name: string;
  readonly changes: boolean;
  run(client: Client, signal?: AbortSignal): Promise<unknown>;
}

export const tableOfCalls: readonly TableCall[] = [
  read('account.info', (c, o) => c.account.info(o)),
  read('account.reports', (c, o) => c.account.reports({ days: 3 }, o)),
  read('takedowns.list', (c, o) => c.takedowns.list({ page: 1, perPage: 10 }, o)),
  read('takedowns.iterate', (c, o) => firstOf(c.takedowns.iterate({}, o))),
  read('uploads.server', (c, o) => c.uploads.server(o)),
  change('uploads.send', (c, o) => c.uploads.send(new File(['some text'], 'some text.txt'), {}, o)),
  change('remoteUploads.add', (c, o) =>
    c.remoteUploads.add({ url: 'https://files.example/a.mp4', folderId: '0', title: 'A' }, o),
  ),
  read('remoteUploads.list', (c, o) => c.remoteUploads.list(o)),
  read('remoteUploads.status', (c, o) => c.remoteUploads.status('abc', o)),
  read('remoteUploads.slots', (c, o) => c.remoteUploads.slots(o)),
  change('remoteUploads.restartErrors', (c, o) => c.remoteUploads.restartErrors(o)),
  change('remoteUploads.clearErrors', (c, o) => c.remoteUploads.clearErrors(o)),
  change('remoteUploads.clearAll', (c, o) => c.remoteUploads.clearAll(o)),
  change('remoteUploads.delete', (c, o) => c.remoteUploads.delete('abc', o)),
  change('folders.create', (c, o) => c.folders.create({ name: 'A', parentId: '0' }, o)),
  change('folders.rename', (c, o) => c.folders.rename('7', 'B', o)),
  read('folders.list', (c, o) => c.folders.list('0', { onlyFolders: false }, o)),
  read('files.list', (c, o) => c.files.list({ page: 1, perPage: 200 }, o)),
  read('files.iterate', (c, o) => firstOf(c.files.iterate({ folderId: '0' }, o))),
  read('files.check', (c, o) => c.files.check('abc', o)),
  read('files.info', (c, o) => c.files.info(['abc', 'def'], o)),
  read('files.images', (c, o) => c.files.images('abc', o)),
  change('files.rename', (c, o) => c.files.rename('abc', 'B', o)),
  change('files.move', (c, o) => c.files.move('abc', '0', o)),
  change('files.clone', (c, o) => c.files.clone('abc', { folderId: '0' }, o)),
  read('files.search', (c, o) => c.files.search('word', o)),
];

type Run = (client: Client, options: { signal: AbortSignal | undefined }) => Promise<unknown>;

function read(name: string, run: Run): TableCall {
  return { name, changes: false, run: (client, signal) => run(client, { signal }) };
}

function change(name: string, run: Run): TableCall {
  return { ...read(name, run), changes: true };
}

/** The first 50: hostile lists need not end. */
async function firstOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = [];
  for await (const entry of entries) {
    first.push(entry);
    if (first.length === 50) break;
  }
  return first;
}
