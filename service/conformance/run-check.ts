import { type Check, type Context, NotedError, SkippedCheckError } from './check-context.ts';

const maxReasonLength = 500;

export interface Verdict {
  section: string;
  name: string;
  /** 'noted' isn't a failure: the service differs where the document is silent or only infers. */
  outcome: 'holds' | 'fails' | 'noted' | 'skipped';
  reason: string;
}

export async function runCheck(
  { section, name, isInferred, run }: Check,
  context: Context,
): Promise<Verdict> {
  try {
    await run(context);
    return { section, name, outcome: 'holds', reason: '' };
  } catch (error) {
    if (error instanceof SkippedCheckError)
      return { section, name, outcome: 'skipped', reason: error.message };
    const isNoted = isInferred || error instanceof NotedError;
    return { section, name, outcome: isNoted ? 'noted' : 'fails', reason: readReason(error) };
  } finally {
    await context.removeTransfers();
  }
}

/** The suite throws plain errors. Other classes, such as `TypeError`, are bugs in the suite, so their name is kept. */
function readReason(error: unknown): string {
  const reason = String(error).replace(/^(Noted)?Error: /, '');
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason;
}

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
    [
      `${of('holds').length} hold, ${failing.length} fail, `,
      of('noted').length > 0 ? `${of('noted').length} noted, ` : '',
      `${of('skipped').length} were skipped.`,
    ].join(''),
  ].join('\n\n');
}
