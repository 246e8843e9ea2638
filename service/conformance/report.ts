/** Runs the checks and says what became of each. */
import { type Check, type Context, SkippedCheckError } from './context.ts';

export type Verdict = {
  section: string;
  name: string;
  outcome: 'holds' | 'fails' | 'skipped';
  /** Why it fails or was skipped. */
  reason: string;
};

/** Runs one check. */
export async function runCheck({ section, name, run }: Check, context: Context): Promise<Verdict> {
  try {
    await run(context);
    return { section, name, outcome: 'holds', reason: '' };
  } catch (error) {
    const outcome = error instanceof SkippedCheckError ? 'skipped' : 'fails';
    return { section, name, outcome, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The verdicts as text: by section of docs/http-api.md, and what fails once more at the end. */
export function formatReport(verdicts: readonly Verdict[]): string {
  const line = ({ name, outcome, reason }: Verdict) =>
    `  ${outcome.padEnd(8)} ${name}${reason === '' ? '' : `\n           ${reason}`}`;
  const sections = [...new Set(verdicts.map(({ section }) => section))].map((section) =>
    [section, ...verdicts.filter((verdict) => verdict.section === section).map(line)].join('\n'),
  );
  const of = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome);
  const failing = of('fails').map((verdict) => `${verdict.section}: ${verdict.name}\n  ${verdict.reason}`);
  return [
    ...sections,
    ...(failing.length > 0 ? [['Not as documented', ...failing].join('\n')] : []),
    `${of('holds').length} hold, ${failing.length} fail, ${of('skipped').length} were skipped.`,
  ].join('\n\n');
}
