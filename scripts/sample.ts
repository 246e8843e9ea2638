/** The sample for `npm start` and `npm run dev`: the local service with its data in `.data/`, and a page of links. */
import { join } from 'node:path';
import { type Client, createClient } from '../lib/api/index.ts';
import { type DialectName, startSampleSite, startService } from '../service/src/index.ts';
import { CommandError, root } from './process.ts';

const email = 'sample@example.org';
/** The first is pinned to the context menu. */
export const folders = ['Movies', 'Talks'] as const;
/** Slow enough to watch the progress of a transfer. */
const siteBytesPerSecond = 1_000_000;

export type Sample = Awaited<ReturnType<typeof startSample>>;

/**
 * @param dialect default "document". @throws {CommandError} if the service can't start, for example because another one
 * uses its data
 */
export async function startSample(dialect?: string) {
  const dataDir = join(root, '.data/service');
  const options = { dataDir, accounts: [{ email }], ...(dialect && { dialect: dialect as DialectName }) };
  const service = await startService(options).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The local service did not start: ${reason}`, { cause });
  });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(service.close);
  const { key } = service.createAccount({ email });
  const client = createClient({ baseUrl: service.url, key, dialect: service.dialect });
  await makeFolders(client);
  const site = await startSampleSite({ bytesPerSecond: siteBytesPerSecond });
  cleanup.defer(site.close);
  const running = cleanup.move();
  return {
    /** Without a trailing slash. */
    address: service.url,
    email,
    key,
    client,
    site: site.url,
    close: () => running.disposeAsync(),
  };
}

/** The API allows duplicate names. */
async function makeFolders(client: Client): Promise<void> {
  const { folders: present } = await client.folders.list('0', { onlyFolders: true });
  for (const name of folders) {
    if (!present.some((folder) => folder.name === name)) await client.folders.create({ name });
  }
}
