/** What a job is to do, step by step, in parts that are stored by themselves. Pure. */
import {
  asked,
  type Mark,
  missed,
  type Note,
  otherwise,
  partSize,
  type Row,
  sending,
  todo,
  toLook,
  verified,
} from './job.ts';
import type { BulkWork } from './work.ts';

/** Steps as they are stored: a column for each field, which is a fraction of the size of objects. */
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

/** The steps of what was asked for, each file once. */
export function planOf(work: BulkWork): Plan {
  return plan(rowsOf(work), todo);
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
    // Where each goes is known once its folder is made: until then it is named by the folder that it comes from.
    case 'move-contents':
      return work.files.map(({ folderId: from, ...file }) => ({ ...file, from, to: from }));
  }
}

const changing: ReadonlySet<string> = new Set([sending, asked, missed, verified, otherwise]);

/** What takes a job back: every step that changed something, or may have, the other way round. */
export function undoPlan(steps: Iterable<{ row: Row; mark: string; note: Note | undefined }>): Plan {
  const rows: Row[] = [];
  for (const { row, mark, note } of steps) {
    if (!changing.has(mark)) continue;
    const from = note?.left ?? row.to;
    if (from !== row.from) rows.push({ ...row, from, to: row.from });
  }
  return plan(rows, toLook);
}

function plan(rows: readonly Row[], mark: Mark): Plan {
  const once = [...new Map(rows.map((row) => [row.fileCode, row])).values()];
  const parts: Part[] = [];
  const marks: string[] = [];
  for (let at = 0; at < once.length; at += partSize) {
    const part = once.slice(at, at + partSize);
    parts.push({
      codes: part.map(({ fileCode }) => fileCode),
      titles: part.map(({ title }) => title),
      from: part.map(({ from }) => from),
      to: part.map(({ to }) => to),
    });
    marks.push(mark.repeat(part.length));
  }
  return { total: once.length, parts, marks };
}

/** The step with a number within its part. */
export function rowAt({ codes, titles, from, to }: Part, at: number): Row {
  return { fileCode: codes[at] ?? '', title: titles[at] ?? null, from: from[at] ?? '', to: to[at] ?? '' };
}
