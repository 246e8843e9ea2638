/**
 * Reads back what was changed, because services say yes and change nothing (docs/http-api.md, "Missing operations");
 * and looks, before a job is undone, whether each file is still as that had left it.
 *
 * Titles are told by file info, 50 a request. Nothing but a listing tells the folder, so the folders are listed until
 * all files were seen. What is not as it should be is looked at twice: a service may show late what it has done.
 */
import type { FileEntry, FileInfo } from '../../api/index.ts';
import { rootFolder } from '../../folders/folder.ts';
import {
  asked,
  failed,
  missed,
  type Note,
  needless,
  otherwise,
  sending,
  todo,
  toLook,
  verified,
} from '../job.ts';
import { isSameTitle } from '../same-title.ts';
import { type BulkClient, type Go, type Learned, lane, readFailure } from './context.ts';
import type { Step } from './job-session.ts';

/** Milliseconds before the second look. */
const pause = 3_000;
/** Files of one request, and of one write. */
const batch = 50;
const listedBatch = 200;

/** A step and what the service shows: the title, or the folder that the file was seen in; null where it was not. */
interface Seen {
  readonly step: Step;
  readonly value: string | null;
  readonly entry?: FileEntry;
}

/** Undo: is the file as the job had left it? */
export async function look(go: Go): Promise<boolean> {
  const { desk } = go;
  if (desk.job.undoes === null) return true;
  // What was being sent when something failed may have been done; then it is not as it was any more.
  const sent = new Set(desk.having(sending));
  const steps: Step[] = [];
  for (const step of await desk.steps(desk.having(toLook, sending))) {
    // A folder that the catalog did not know is nowhere to go back to; nor is an empty title, which no service takes.
    if (step.to !== '') steps.push(step);
    else desk.set(step, failed, { code: desk.job.kind === 'rename' ? 'refused' : 'folder-gone' });
  }
  const isHome = (step: Step) => desk.set(step, sent.has(step.index) ? verified : needless);
  const others: Step[] = [];
  for await (const seen of observe(go, steps, ({ from }) => from)) {
    await learn(go, seen);
    for (const { step, value } of seen) {
      if (value !== null && isAs(go, value, step.from)) desk.set(step, todo);
      else if (desk.job.kind !== 'rename') others.push(step);
      else if (value === null) desk.set(step, failed, { code: 'not-found' });
      else if (isAs(go, value, step.to ?? '')) isHome(step);
      else desk.set(step, failed, { code: 'changed-since' });
    }
    await desk.write();
    if (!desk.goesOn) return false;
  }
  for await (const seen of observe(go, others, ({ to }) => to ?? '')) {
    await learn(go, seen);
    for (const { step, value } of seen) {
      if (value === null) desk.set(step, failed, { code: 'changed-since' });
      else isHome(step);
    }
    await desk.write();
    if (!desk.goesOn) return false;
  }
  return true;
}

/** Is the file as it was asked for? */
export async function check(go: Go): Promise<boolean> {
  const { context, desk } = go;
  const first = desk.having(asked);
  const steps = await desk.steps(first.length > 0 ? first : desk.having(missed));
  if (steps.length === 0) return true;
  await desk.write({ job: { state: 'checking', problem: null, retryAt: null } });
  for await (const seen of observe(go, steps, ({ to }) => to ?? '')) {
    await learn(go, seen);
    const unlike: Seen[] = [];
    for (const each of seen) {
      const { step, value } = each;
      const note = desk.note(step.index);
      if (value !== null && isAs(go, value, step.to ?? '')) desk.set(step, verified, made(note));
      else if (first.length > 0) desk.set(step, missed, note);
      else unlike.push(each);
    }
    await giveReasons(go, unlike);
    await desk.write();
    if (!desk.goesOn) return false;
  }
  if (desk.having(missed).length === 0) return true;
  await desk.write({ job: { retryAt: context.clock() + pause } });
  return false;
}

/** The code of a clone is its step's for ever. */
function made(note: Note | undefined): Partial<Note> | undefined {
  return note?.left ? { left: note.left } : undefined;
}

/** Why each of these is not as it was asked for, also in the second look. */
async function giveReasons(go: Go, unlike: readonly Seen[]): Promise<void> {
  const { context, desk, client } = go;
  const { kind, accountId } = desk.job;
  // Where nobody knew whether it was done, the failure that left it open is the better reason.
  const unchanged = (step: Step) => {
    const note = desk.note(step.index);
    return { ...made(note), code: note?.code ?? 'unchanged', msg: note?.msg ?? null };
  };
  if (kind === 'rename') {
    for (const { step, value } of unlike) {
      if (value === null) desk.set(step, failed, { code: 'not-found' });
      else if (value === step.from) desk.set(step, failed, unchanged(step));
      else desk.set(step, otherwise, { code: 'otherwise', left: value });
    }
    return;
  }
  const steps = unlike.map(({ step }) => step);
  for await (const found of inBatches(client, steps, (step) => codeOf(go, step))) {
    const learned = { gone: [] as string[], patches: [] as { fileCode: string; folderId: string }[] };
    for (const { step, info } of found) {
      const { index, fileCode, from: folderId } = step;
      if (info?.found === false && info.msg !== null) {
        learned.gone.push(info.fileCode);
        desk.set(step, failed, { ...made(desk.note(index)), code: 'not-found', msg: info.msg });
        continue;
      }
      // It was taken for moved as soon as the service said so. An answer that passes over the file proves nothing.
      if (info?.found && kind !== 'clone') learned.patches.push({ fileCode, folderId });
      desk.set(step, failed, unchanged(step));
    }
    await context.learn(accountId, learned);
  }
}

/** The catalog takes the service's version. */
async function learn({ context, desk }: Go, seen: readonly Seen[]): Promise<void> {
  const { kind, accountId } = desk.job;
  const learned: Learned =
    kind === 'rename'
      ? {
          patches: seen.flatMap(({ step: { fileCode }, value }) =>
            value === null ? [] : { fileCode, title: value },
          ),
        }
      : { files: seen.flatMap(({ entry, value }) => (entry ? { ...entry, folderId: value } : [])) };
  await context.learn(accountId, learned);
}

function isAs({ desk }: Go, value: string, wanted: string): boolean {
  return desk.job.kind === 'rename' ? isSameTitle(value, wanted) : value === wanted;
}

/** The file that a step is about now: for a clone, the copy. */
function codeOf({ desk }: Go, { index, fileCode }: Step): string {
  return desk.job.kind === 'clone' ? (desk.note(index)?.left ?? fileCode) : fileCode;
}

/** Yields each step once. */
async function* observe(
  go: Go,
  steps: readonly Step[],
  folderOf: (step: Step) => string,
): AsyncGenerator<readonly Seen[]> {
  const { desk, client } = go;
  if (desk.job.kind === 'rename') {
    for await (const found of inBatches(client, steps, ({ fileCode }) => fileCode)) {
      yield found.map(({ step, info }) => ({ step, value: info?.found ? info.title : null }));
    }
    return;
  }
  for (const [folderId, group] of Map.groupBy(steps, folderOf)) {
    const wanted = new Map(group.map((step) => [codeOf(go, step), step]));
    let seen: Seen[] = [];
    try {
      for await (const entry of client.files.iterate({ folderId }, lane)) {
        const step = wanted.get(entry.fileCode);
        if (step === undefined) continue;
        wanted.delete(entry.fileCode);
        seen.push({ step, value: folderId, entry });
        if (wanted.size === 0) break;
        if (seen.length < listedBatch) continue;
        yield seen;
        seen = [];
      }
    } catch (error) {
      // In a folder that is gone nothing is seen.
      if (folderId === rootFolder.id || readFailure(error).code !== 'not-found') throw error;
    }
    yield [...seen, ...[...wanted.values()].map((step) => ({ step, value: null }))];
  }
}

async function* inBatches(
  client: BulkClient,
  steps: readonly Step[],
  code: (step: Step) => string,
): AsyncGenerator<readonly { readonly step: Step; readonly info: FileInfo | undefined }[]> {
  for (let at = 0; at < steps.length; at += batch) {
    const some = steps.slice(at, at + batch);
    const infos = new Map(
      (await client.files.info(some.map(code), lane)).map((info) => [info.fileCode, info]),
    );
    yield some.map((step) => ({ step, info: infos.get(code(step)) }));
  }
}
