/** A virtual screen: Xvfb with openbox on a free display. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { getToolPath } from './packages.ts';
import { CommandError, run, stop } from './process.ts';

export type Display = Awaited<ReturnType<typeof startDisplay>>;

/**
 * Waits for the window manager, because without it no window gets the keyboard focus. Xvfb writes the screen's content
 * to `framebufferDir`, as the window dump `Xvfb_screen0`. @throws {CommandError}
 */
export async function startDisplay(width = 1280, height = 900, framebufferDir?: string) {
  const xdotool = getToolPath('xdotool');
  // Xvfb writes its free display number to this descriptor when it is ready. Without `-noreset`, it resets when its
  // last client leaves, which may be the xdotool below. An openbox that connects at that moment would end.
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'];
  if (framebufferDir !== undefined) args.push('-fbdir', framebufferDir);
  const screen = spawn(getToolPath('Xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const name = `:${await firstLine(screen)}`;
  // With this variable, browsers would open their windows in the user's Wayland session.
  const { WAYLAND_DISPLAY: _, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = { ...rest, DISPLAY: name };

  const manager = spawn(getToolPath('openbox'), { env, stdio: 'ignore' });
  const stopAll = async () => {
    await stop(manager);
    await stop(screen);
  };
  manager.once('error', () => undefined); // a missing openbox is reported by the timeout below
  const deadline = Date.now() + 15_000;
  while ((await run(xdotool, ['get_desktop'], { env })).code !== 0) {
    if (Date.now() > deadline) {
      await stopAll();
      throw new CommandError(
        'The window manager openbox did not start. Check that openbox and xdotool are installed.',
      );
    }
    await delay(50);
  }
  return {
    /** Such as ":99". */
    name,
    env,
    stop: stopAll,
  };
}

async function firstLine(screen: ChildProcess): Promise<string> {
  const [line] = await Promise.race([
    once(screen.stdio[3] as NodeJS.ReadableStream, 'data'),
    // Rejects on "error", which a missing program emits.
    once(screen, 'exit'),
  ]).catch(() => [undefined]);
  if (!(line instanceof Buffer))
    throw new CommandError('The virtual screen Xvfb did not start. Check that it is installed.');
  return String(line).trim();
}
