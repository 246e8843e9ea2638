import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { cleanText } from '../../../../lib/api/index.ts';
import { type Command, sendOptions } from '../command.ts';
import { ItemError } from '../failure.ts';
import { Journal } from '../journal.ts';
import { createSender, type Item } from '../once.ts';
import { drawBar, formatBytes } from '../printable.ts';
import { readTarget } from './send.ts';

/** May be in transit when progress is reported. */
const inFlightBytes = 256 * 1024;
const barWidth = 20;

export const upload: Command = {
  name: 'upload',
  usage: 'FILE…',
  summary: 'Uploads files, one after another.',
  details: [
    'Files are streamed, whatever their size. Their size is then checked at the service.',
    'After Ctrl-C or a crash, run it again with the same files: files that are already in this folder aren’t sent again, and a file that had arrived is only moved. An interrupted upload starts over, because the service can’t resume one. A file whose response was lost is searched for by title and size among the newest files. If they don’t show whether it arrived, it isn’t sent, and counts as failed until you use --again.',
  ],
  options: sendOptions,
  count: [1, 100_000],

  async run(context) {
    const { args, text, flag, client, output, stopping, signal } = context;
    const isDryRun = flag('dry-run');
    const folder = await readTarget(context, text('to'));
    const { folderId } = folder;
    const sender = createSender({
      type: 'file',
      context,
      isAgain: flag('again'),
      async report({ intent: { input, size } }, { state, fileCode }) {
        output.progress('');
        const word = state === 'sent' ? '' : '  (sent before)';
        await output.result(
          { type: 'file', input, state, fileCode, folderId, size },
          `${fileCode ?? '?'}  ${input}${word}`,
        );
      },
    });

    function createItem(input: string): Item {
      const { path, size, mtimeMs } = inspect(input);
      // Services refuse control characters, which file names may contain.
      const name = cleanText(basename(path)) || 'untitled';
      /** Still to be sent. */
      let leftBytes = size;

      async function request(): Promise<string> {
        leftBytes = size;
        // If this fails, the upload itself reports the problem.
        const account = await client.account.info({ signal }).catch(() => null);
        const storageLeft = account?.storageLeft ?? null;
        if (storageLeft !== null && storageLeft < size)
          throw new ItemError(
            'no-room',
            `The file has ${formatBytes(size)}, but the account has room for ${formatBytes(storageLeft)}. Free some space, then run the command again.`,
          );
        // Once a file is sent completely, wait for the response.
        const cut = new AbortController();
        const onStop = () => {
          if (leftBytes > 0) cut.abort();
        };
        stopping.addEventListener('abort', onStop, { once: true });
        if (stopping.aborted) onStop();
        const startedAt = performance.now();
        try {
          const sent = await client.uploads.send(path, {
            name,
            folderId,
            signal: AbortSignal.any([signal, cut.signal]),
            onProgress({ sent, total }) {
              leftBytes = Math.max(0, total - sent);
              const seconds = (performance.now() - startedAt) / 1000;
              const speed = seconds > 1 ? `  ${formatBytes(sent / seconds)}/s` : '';
              const percent = `${Math.floor((100 * sent) / total)} %`.padStart(5);
              output.progress(`${drawBar(sent / total, barWidth)} ${percent}${speed}  ${name}`);
            },
          });
          return sent.fileCode;
        } finally {
          stopping.removeEventListener('abort', onStop);
        }
      }

      return {
        id: Journal.id('file', path, String(size), String(mtimeMs), folderId),
        intent: { input, at: Date.now(), folderId, name, size },
        request,
        finish: async (fileCode) => void (await client.uploads.finish(fileCode, { folderId, size, signal })),
        // The end of the form was never sent.
        isWithoutEffect: () => leftBytes > inFlightBytes,
      };
    }

    for (const input of args) {
      if (sender.stopping.aborted) break;
      try {
        const item = createItem(input);
        const sentence = `Would send ${input} (${formatBytes(item.intent.size ?? 0)}) to ${folder.path}/`;
        await (isDryRun ? sender.plan(item.id, input, sentence) : sender.handle(item));
      } catch (error) {
        await output.failure({ type: 'file', input }, error);
      }
    }
    await sender.settle();
  },
};

/** @throws {ItemError} if it can't be sent */
function inspect(input: string) {
  try {
    // Resolve links in the folder but keep the file's own name: a link's target may have a meaningless name.
    const given = resolve(input);
    const path = join(realpathSync(dirname(given)), basename(given));
    const stats = statSync(path);
    if (stats.isDirectory()) throw new ItemError('is-a-folder', 'This is a folder. Name the files in it.');
    if (!stats.isFile()) throw new ItemError('not-a-file', 'This is not a regular file.');
    if (stats.size === 0) throw new ItemError('empty', 'The file is empty.');
    return { path, size: stats.size, mtimeMs: stats.mtimeMs };
  } catch (error) {
    if (error instanceof ItemError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ItemError(
      'unreadable',
      code === 'ENOENT' ? 'There is no such file.' : `The file can’t be read (${code}).`,
    );
  }
}
