/** Who sits before this: whether a window could be shown, and whether they have had enough. */
import { once } from 'node:events';

/** Whether a browser window would appear anywhere. */
export function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/** Resolves on Ctrl-C or when the process is asked to end: no failure, but everything is put away first. */
export async function interruption(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  console.log('\nStopping.');
}
