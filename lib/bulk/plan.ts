/** The steps of a job, in parts that are stored as records of their own. Pure. */
import {
  accepted,
  type Mark,
  mismatch,
  partSize,
  precheck,
  type Row,
  type StepDetails,
  sending,
  todo,
  unconfirmed,
  verified,
} from './job.ts';
import type { BulkWork } from './work.ts';

/** Steps in columns, which take a fraction of the size of objects. */
export interface Part {
  readonly codes: readonly string[];
  readonly titles: readonly (string | null)[];
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface Plan {
  readonly total: number;
  readonly parts: readonly Part[];
  /** The marks of each part. */
  readonly marks: readonly string[];
}

/** One step for each file. */
export function createPlan(work: BulkWork): Plan {
  return buildPlan(rowsOf(work), todo);
}

function rowsOf(work: BulkWork): readonly Row[] {
  switch (work.kind) {
    case 'move':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: work.folder.id }));
    case 'rename':
      return work.files.map(({ fileCode, title }, at) => ({
        ...{ fileCode, title, from: title },
        to: work.titles[at] ?? title,
      }));
    case 'clone':
      return work.fileCodes.map((fileCode, at) => ({
        ...{ fileCode, title: work.titles?.[at] ?? null, from: '' },
        to: work.folder.id,
      }));
    // `to` is the old folder until the new one is created (`TreeFolder.newId`).
    case 'move-contents':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: from }));
  }
}

const changedMarks: ReadonlySet<string> = new Set([sending, accepted, unconfirmed, verified, mismatch]);

/** The reverse of every step that changed a file, or may have. */
export function createUndoPlan(
  steps: Iterable<{ row: Row; mark: string; note: StepDetails | undefined }>,
): Plan {
  const rows: Row[] = [];
  for (const { row, mark, note } of steps) {
    if (!changedMarks.has(mark)) continue;
    const from = note?.left ?? row.to;
    if (from !== row.from) rows.push({ ...row, from, to: row.from });
  }
  return buildPlan(rows, precheck);
}

function buildPlan(rows: readonly Row[], mark: Mark): Plan {
  const uniqueRows = [...new Map(rows.map((row) => [row.fileCode, row])).values()];
  const parts: Part[] = [];
  const marks: string[] = [];
  for (let at = 0; at < uniqueRows.length; at += partSize) {
    const part = uniqueRows.slice(at, at + partSize);
    parts.push({
      codes: part.map(({ fileCode }) => fileCode),
      titles: part.map(({ title }) => title),
      from: part.map(({ from }) => from),
      to: part.map(({ to }) => to),
    });
    marks.push(mark.repeat(part.length));
  }
  return { total: uniqueRows.length, parts, marks };
}

/** The step at an index of its part. */
export function rowAt({ codes, titles, from, to }: Part, at: number): Row {
  return { fileCode: codes[at] ?? '', title: titles[at] ?? null, from: from[at] ?? '', to: to[at] ?? '' };
}
