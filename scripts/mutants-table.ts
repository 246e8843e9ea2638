/** Which check of the conformance suite caught how many of its mutants (tests/service/mutants), from vitest's report. */

interface Tally {
  caught: number;
  all: number;
}

/** @returns null where the report has no mutants */
export function formatMutants(report: unknown): string | null {
  const { testResults = [] } = report as {
    testResults?: { name: string; assertionResults: { title: string; status: string }[] }[];
  };
  const tallies = new Map<string, Tally>();
  for (const { name, assertionResults } of testResults) {
    if (!name.endsWith('tests/service/mutants/mutants.test.ts')) continue;
    for (const { title, status } of assertionResults) {
      // What is asked of each call is one line.
      const check = /^.* → (.*)$/
        .exec(title)?.[1]
        ?.replace(/^\/api\/\S+ requires .*/, 'each call requires its parameters')
        .replace(/^\/api\/\S+/, 'each call');
      if (check === undefined) continue;
      const tally = tallies.get(check) ?? { caught: 0, all: 0 };
      tally.all += 1;
      if (status === 'passed') tally.caught += 1;
      tallies.set(check, tally);
    }
  }
  if (tallies.size === 0) return null;
  const sum = (field: keyof Tally) => [...tallies.values()].reduce((total, tally) => total + tally[field], 0);
  const lines = [...tallies].map(
    ([check, { caught, all }]) => `${`${caught} of ${all}`.padStart(10)}  ${check}`,
  );
  return [
    'Mutants caught, by check:',
    ...lines,
    `${sum('caught')} of ${sum('all')} mutants are caught.`,
  ].join('\n');
}
