/** Every call of the client, once, with valid arguments. The compiler reports missing ones. */
import type { Client } from '../../../../lib/api/index.ts';

export interface TableCall {
  readonly name: string;
  readonly changes: boolean;
  run(client: Client, signal?: AbortSignal): Promise<unknown>;
}

type Noun = Exclude<keyof Client, 'dialect' | 'capabilities' | 'detectDialect' | 'get'>;
type CallName = 'get' | { [N in Noun]: `${N}.${keyof Client[N] & string}` }[Noun];
/** Waiting takes as long as a transfer, so it is tested in `tests/lib/api/resources/wait.test.ts`. */
type TestedCall = Exclude<CallName, `remoteUploads.wait${'' | 'All'}`>;

const calls: Readonly<Record<TestedCall, Omit<TableCall, 'name'>>> = {
  get: change((c, o) => c.get('file/direct_link', { file_code: 'abc' }, o)),
  'account.info': read((c, o) => c.account.info(o)),
  'account.probe': read((c, o) => c.account.probe(o)),
  'account.reports': read((c, o) => c.account.reports({ days: 3 }, o)),
  'takedowns.list': read((c, o) => c.takedowns.list({ page: 1, perPage: 10 }, o)),
  'takedowns.iterate': read((c, o) => takeFirst(c.takedowns.iterate({}, o))),
  'uploads.server': read((c, o) => c.uploads.server(o)),
  'uploads.send': change((c, o) => c.uploads.send(new File(['some text'], 'some text.txt'), {}, o)),
  'uploads.finish': change((c, o) => c.uploads.finish('abc', { folderId: '7', title: 'A' }, o)),
  'remoteUploads.add': change((c, o) =>
    c.remoteUploads.add({ url: 'https://files.example/a.mp4', folderId: '0', title: 'A' }, o),
  ),
  'remoteUploads.list': read((c, o) => c.remoteUploads.list(o)),
  'remoteUploads.status': read((c, o) => c.remoteUploads.status('abc', o)),
  'remoteUploads.slots': read((c, o) => c.remoteUploads.slots(o)),
  'remoteUploads.restartErrors': change((c, o) => c.remoteUploads.restartErrors(o)),
  'remoteUploads.clearErrors': change((c, o) => c.remoteUploads.clearErrors(o)),
  'remoteUploads.clearAll': change((c, o) => c.remoteUploads.clearAll(o)),
  'remoteUploads.delete': change((c, o) => c.remoteUploads.delete('abc', o)),
  'folders.create': change((c, o) => c.folders.create({ name: 'A', parentId: '0' }, o)),
  'folders.rename': change((c, o) => c.folders.rename('7', 'B', o)),
  'folders.move': change((c, o) => c.folders.move('7', '0', o)),
  'folders.list': read((c, o) => c.folders.list('0', { onlyFolders: false }, o)),
  // Its first request is a read.
  'folders.ensure': change((c, o) => c.folders.ensure('a/b', {}, o)),
  'folders.walk': read((c, o) => takeFirst(c.folders.walk('0', o))),
  'files.list': read((c, o) => c.files.list({ page: 1, perPage: 200 }, o)),
  'files.iterate': read((c, o) => takeFirst(c.files.iterate({ folderId: '0' }, o))),
  'files.iterateDetails': read((c, o) => takeFirst(c.files.iterateDetails({ folderId: '0' }, o))),
  'files.check': read((c, o) => c.files.check('abc', o)),
  'files.info': read((c, o) => c.files.info(['abc', 'def'], o)),
  'files.images': read((c, o) => c.files.images('abc', o)),
  'files.rename': change((c, o) => c.files.rename('abc', 'B', o)),
  'files.move': change((c, o) => c.files.move('abc', '0', o)),
  'files.clone': change((c, o) => c.files.clone('abc', { folderId: '0' }, o)),
  'files.delete': change((c, o) => c.files.delete(['abc', 'def'], o)),
  'files.deleted': read((c, o) => c.files.deleted({ hours: 24 }, o)),
  'files.encodings': read((c, o) => c.files.encodings('abc', o)),
  'files.search': read((c, o) => c.files.search('word', o)),
};

export const tableOfCalls: readonly TableCall[] = Object.entries(calls).map(([name, call]) => ({
  name,
  ...call,
}));

type Run = (client: Client, options: { signal: AbortSignal | undefined }) => Promise<unknown>;

function read(run: Run): Omit<TableCall, 'name'> {
  return { changes: false, run: (client, signal) => run(client, { signal }) };
}

function change(run: Run): Omit<TableCall, 'name'> {
  return { ...read(run), changes: true };
}

/** The first 50, because hostile lists may be endless. */
async function takeFirst<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = [];
  for await (const entry of entries) {
    first.push(entry);
    if (first.length === 50) break;
  }
  return first;
}
