import { join } from 'node:path';
import { CommandError, root, runTool } from './process.ts';

/** `zip` also packs the extension and its sources. Returns the built folder. @throws {CommandError} */
export async function buildExtension(
  browser: 'chrome' | 'firefox' = 'chrome',
  command: 'build' | 'zip' = 'build',
): Promise<string> {
  const { code, output } = await runTool('wxt', [command, '-b', browser, '--mv3'], { timeoutMs: 120_000 });
  if (code !== 0) throw new CommandError(`${output}\nwxt ${command} failed.`);
  return join(root, `.output/${browser}-mv3`);
}
