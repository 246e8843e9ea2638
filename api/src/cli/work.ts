import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './command.ts';
import { ItemError, UsageError } from './failure.ts';

/** Reads items as needed, and works on at most `most` at a time. */
export async function forEachConcurrently<T>(
  most: number,
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const job: Promise<void> = work(item).finally(() => running.delete(job));
    running.add(job);
    // The race, or the code below it, handles the failure.
    job.catch(() => undefined);
    if (running.size >= most) await Promise.race(running);
  }
  await Promise.all(running);
}

/** On abort, resolves immediately. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** In characters. No address or code is longer. */
const maxLineLength = 64 * 1024;

/** The arguments, with “-” replaced by the lines of stdin. Skips empty lines and those that start with “#”. */
export async function* readInputs({ args, stdin, stopping }: Context): AsyncGenerator<string> {
  if (args.filter((each) => each === '-').length > 1) throw new UsageError('“-” can be given only once.');
  for (const each of args) {
    if (stopping.aborted) return;
    if (each === '-') yield* readLines(stdin, stopping);
    else yield each;
  }
}

async function* readLines(stdin: NodeJS.ReadableStream, stopping: AbortSignal): AsyncGenerator<string> {
  const stop = () => (stdin as NodeJS.ReadStream).destroy();
  stopping.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stdin) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split(/\r?\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > maxLineLength)
        throw new ItemError(
          'too-long',
          'A line of stdin is too long. Put each link or code on its own line.',
        );
      for (const line of lines) {
        if (stopping.aborted) return;
        if (isInput(line)) yield line.trim();
      }
    }
    if (!stopping.aborted && isInput(rest + decoder.decode())) yield rest.trim();
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

const isInput = (line: string): boolean => line.trim() !== '' && !line.trimStart().startsWith('#');
