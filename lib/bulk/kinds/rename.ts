import { isSameTitle } from '../../titles/is-same-title.ts';
import type { Step } from '../run/job-session.ts';
import type { BulkWork } from '../work.ts';
import type { JobKind } from './job-kind.ts';
import { readInfos, unchangedNote } from './read-files.ts';

/** An earlier request has set the title: the wanted one, or the service's choice. */
const isOurs = ({ to, note }: Step, title: string): boolean => title === to || title === note?.left;

/** `from` and `to` are titles. */
export const rename: JobKind<Extract<BulkWork, { kind: 'rename' }>> = {
  plan: ({ files, titles }) =>
    files.map(({ fileCode, title }, at) => ({ fileCode, title, from: title, to: titles[at] ?? title })),
  subject: () => ({}),
  maxInFlight: 6,
  isRepeatable: true,
  acceptsMissing: false,
  isFoundByFolder: false,
  // Services refuse an empty title.
  emptyReason: 'refused',
  async readBefore(phase, steps) {
    const { session } = phase;
    const { before: known } = session.extra;
    const before: Record<number, string> = {};
    for await (const found of readInfos(phase, steps)) {
      for (const { step, info } of found)
        if (info?.found && info.title !== step.from && !(known && isOurs(step, info.title)))
          before[step.index] = info.title;
      if (!session.isActive) break;
    }
    return before;
  },
  async send({ files }, fileCode, to, options) {
    await files.rename(fileCode, to, options);
    return null;
  },
  toPatch: (fileCode, to) => ({ fileCode, title: to }),
  async *observe(phase, steps) {
    const { context, session } = phase;
    for await (const found of readInfos(phase, steps)) {
      const patches = found.flatMap(({ info }) =>
        info?.found ? { fileCode: info.fileCode, title: info.title } : [],
      );
      await context.updateCatalog(session.job.accountId, { patches });
      yield found.map(({ step, info }) =>
        info?.found ? { step, value: info.title } : { step, value: null, problem: info?.error?.code },
      );
    }
  },
  isSame: isSameTitle,
  async explain({ session }, mismatches) {
    for (const { step, value, problem } of mismatches) {
      if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (value === step.from) session.set(step, 'failed', unchangedNote(step));
      else session.set(step, 'mismatch', { code: 'mismatch', left: value });
    }
  },
};
