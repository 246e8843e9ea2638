import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './process.ts';

export function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

export async function waitForInterrupt(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  console.log('\nStopping.');
}

const stepTimeoutMs = 45_000;

/** @param what the end of "Failed while …" */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await Promise.race([work(), throwAfterTimeout()]);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new CommandError(`Failed while ${what}: ${reason}`, { cause: error });
  }
}

async function throwAfterTimeout(): Promise<never> {
  await delay(stepTimeoutMs, undefined, { ref: false });
  throw new Error(`it took over ${stepTimeoutMs / 1_000} seconds.`);
}
