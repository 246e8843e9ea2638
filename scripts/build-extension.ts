import { join } from 'node:path';
import { CommandError, root, runTool } from './process.ts';

/** Builds the extension and returns its folder. `zip` also packs it and its sources. @throws {CommandError} */
export async function buildExtension(
  browser: 'chrome' | 'firefox' = 'chrome',
  command: 'build' | 'zip' = 'build',
): Promise<string> {
  const { code, output } = await runTool('wxt', [command, '-b', browser, '--mv3'], { timeoutMs: 120_000 });
  if (code !== 0) throw new CommandError(`${output}\nwxt ${command} failed.`);
  return join(root, `.output/${browser}-mv3`);
}
