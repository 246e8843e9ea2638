/** `npm run check`: runs types and lint in parallel and prints the output of those that fail. */
import { CommandError, runCommand, runTool } from './process.ts';

const checks: Readonly<Record<string, readonly [tool: string, ...args: string[]]>> = {
  'types of extension, scripts and tests': ['tsc', '-p', '.'],
  'types of service': ['tsc', '-p', 'service'],
  'types of widget': ['tsc', '-p', 'widget'],
  'types of demo': ['tsc', '-p', 'widget/demo'],
  'lint and format': ['biome', 'ci', '--colors=off', '.'],
};

await runCommand(async () => {
  // The types of the browser API and of the locales.
  const prepared = await runTool('wxt', ['prepare'], { timeoutMs: 120_000 });
  if (prepared.code !== 0) throw new CommandError(`${prepared.output}\nwxt prepare failed.`);

  const results = await Promise.all(
    Object.entries(checks).map(async ([name, [tool, ...args]]) => {
      const { code, endReason, output, durationMs } = await runTool(tool, args, { timeoutMs: 120_000 });
      const holds = code === 0;
      const verdict = holds ? 'ok' : `FAILED${endReason === undefined ? '' : ` (${endReason})`}`;
      console.log(
        `${holds ? '' : `\n${output.trim()}\n\n`}${name}: ${verdict}, ${(durationMs / 1_000).toFixed(1)} s`,
      );
      return holds;
    }),
  );
  return results.every(Boolean) ? 0 : 1;
});
