/**
 * A screen that nobody sees: Xvfb with openbox on a free display, for browser windows on machines without one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { getToolPath } from './packages.ts';
import { CommandError, run, stop } from './process.ts';

export interface Display {
  /** For the environment variable DISPLAY, for example ":99". */
  readonly name: string;
  /** The environment of a program that is to appear there. */
  readonly env: NodeJS.ProcessEnv;
  /** Takes screen and window manager down again. */
  stop(): Promise<void>;
}

/**
 * Starts a screen and waits until its window manager is in charge, without which no window would get the keyboard.
 * @param framebufferDir where Xvfb keeps what is on the screen, as the window dump `Xvfb_screen0`
 * @throws {CommandError} when Xvfb or openbox is missing or does not come up.
 */
export async function startDisplay(width = 1280, height = 900, framebufferDir?: string): Promise<Display> {
  const xdotool = getToolPath('xdotool');
  // Xvfb itself chooses the number, so two runs never meet on one, and writes it to this descriptor when it is ready.
  // `-noreset`: by default it begins anew when its last client leaves; here that would be the xdotool which asks
  // below whether openbox is there, and an openbox that comes just then would be turned away and end.
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'];
  if (framebufferDir !== undefined) args.push('-fbdir', framebufferDir);
  const screen = spawn(getToolPath('Xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const name = `:${await firstLine(screen)}`;
  // Without this, browsers would draw to a Wayland session of the user's own.
  const { WAYLAND_DISPLAY: _, ...rest } = process.env;
  const env: NodeJS.ProcessEnv = { ...rest, DISPLAY: name };

  const manager = spawn(getToolPath('openbox'), { env, stdio: 'ignore' });
  const stopAll = async () => {
    await stop(manager);
    await stop(screen);
  };
  manager.once('error', () => undefined); // a missing openbox shows below: nobody answers
  const deadline = Date.now() + 15_000;
  while ((await run(xdotool, ['get_desktop'], { env })).code !== 0) {
    if (Date.now() > deadline) {
      await stopAll();
      throw new CommandError('The window manager openbox did not start; are openbox and xdotool installed?');
    }
    await delay(50);
  }
  return { name, env, stop: stopAll };
}

/** What Xvfb writes to its third descriptor. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const [outcome] = await Promise.race([
    once(screen.stdio[3] as NodeJS.ReadableStream, 'data'),
    // `once` rejects by itself on "error", which is how a missing program shows.
    once(screen, 'exit'),
  ]).catch(() => [undefined]);
  const number = String(outcome ?? '').trim();
  if (!(outcome instanceof Buffer))
    throw new CommandError('The virtual screen Xvfb did not start; is it installed?');
  return number;
}
