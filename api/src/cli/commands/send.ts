import { basename } from 'node:path';
import { type ApiError, isApiError } from '../../../../lib/api/index.ts';
import { type Command, type Context, sendOptions } from '../command.ts';
import { ItemError } from '../failure.ts';
import { Journal } from '../journal.ts';
import { createSender, type Item, runExclusively } from '../once.ts';
import { ensureFolder } from '../paths.ts';
import { forEachConcurrently, readInputs, sleep } from '../work.ts';

/** Enough for ten requests per second. */
const concurrency = 4;

export const send: Command = {
  name: 'send',
  usage: 'URL… | -',
  summary: 'Has the service fetch links.',
  details: [
    'With “-”, links are read from stdin, one per line. Empty lines and lines that start with “#” are skipped. The command waits while the service’s queue is full, and ends when the service has accepted all links. “wait” waits for their files.',
    'After Ctrl-C or a crash, run it again with the same links: links that were sent to this folder aren’t sent again. A link whose response was lost is searched for among the service’s transfers and newest files. If they don’t show whether it was accepted, it isn’t sent, and counts as failed until you use --again.',
  ],
  options: sendOptions,
  count: [1, 100_000],

  async run(context) {
    const { text, flag, client, output, stopping, signal } = context;
    const options = { signal };
    const isDryRun = flag('dry-run');
    const folder = await readTarget(context, text('to'));
    const totals = { sent: 0, before: 0 };
    let hasReportedQueue = false;
    const sender = createSender({
      type: 'link',
      context,
      isAgain: flag('again'),
      async report({ intent: { input } }, { state, fileCode }) {
        totals[state === 'sent' ? 'sent' : 'before'] += 1;
        const word = state === 'sent' ? '' : '  (sent before)';
        await output.result(
          { type: 'link', input, state, fileCode, folderId: folder.folderId },
          `${fileCode ?? '?'}  ${input}${word}`,
        );
        showProgress();
      },
    });
    const showProgress = () =>
      output.progress(`${totals.sent} sent, ${totals.before} sent before, ${output.failed} failed`);

    async function add(url: string): Promise<string> {
      const { folderId } = folder;
      for (let waitMs = 1_000; ; waitMs = Math.min(waitMs * 2, 15_000)) {
        try {
          return (await client.remoteUploads.add({ url, folderId }, options)).fileCode;
        } catch (error) {
          if (!isQueueFull(error) || stopping.aborted) throw error;
          if (!hasReportedQueue) output.note(`The service’s queue is full: waiting. (“${error.msg}”)`);
          hasReportedQueue = true;
          output.progress(`The service’s queue is full: waiting. ${totals.sent} sent`, true);
          await sleep(waitMs, stopping);
          if (stopping.aborted) throw error;
        }
      }
    }

    async function handle(input: string): Promise<void> {
      if (sender.stopping.aborted) return;
      const url = URL.parse(input);
      if (!url || !/^https?:$/.test(url.protocol)) {
        const sentence = 'This is not a link. It must begin with https:// or http://.';
        await output.failure({ type: 'link', input }, new ItemError('not-a-link', sentence));
        return;
      }
      const { href } = url;
      const { folderId } = folder;
      const name = readName(url);
      const id = Journal.id('link', href, folderId);
      if (isDryRun) return sender.plan(id, href, `Would send ${href}`);
      const item: Item = {
        id,
        intent: { input: href, at: Date.now(), folderId, name, size: null },
        request: () => add(href),
      };
      await sender.handle(item);
    }

    await forEachConcurrently(concurrency, readInputs({ ...context, stopping: sender.stopping }), handle);
    await sender.settle();
  },
};

function readName({ pathname, hostname }: URL): string {
  try {
    return basename(decodeURIComponent(pathname)) || hostname;
  } catch {
    return basename(pathname) || hostname;
  }
}

/** A full queue empties by itself, unlike a refusal of the link. */
const isQueueFull = (error: unknown): error is ApiError =>
  isApiError(error, 'refused') &&
  /\b(full|max\w*|limit\w*|too many|no (free|more) slots?)\b/i.test(error.msg ?? '') &&
  !/\b(already|size|large|big|exists?)\b/i.test(error.msg ?? '');

/** Default: the root. Creates missing folders, except in a dry run. */
export async function readTarget(context: Context, to: string | undefined) {
  const { client, output, signal, flag } = context;
  const isDryRun = flag('dry-run');
  const onMissing = (path: string) => output.note(`${isDryRun ? 'Would make' : 'Made'} the folder ${path}.`);
  const ensure = () => ensureFolder(client, to ?? '', { isDryRun, options: { signal }, onMissing });
  return isDryRun || to === undefined ? ensure() : runExclusively(context, 'folders', ensure);
}
