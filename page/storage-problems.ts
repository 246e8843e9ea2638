/** What this page couldn't read from storage. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Problem } from '../lib/protocol.ts';
import { type createDatabase, type Database, StorageError } from '../lib/storage/database.ts';

/** By source: a database or a `read` function. */
let problems: ReadonlyMap<object, Problem> = new Map();
const listeners = new Set<() => void>();

function setProblem(source: object, problem: Problem | null): void {
  if (problems.get(source)?.code === problem?.code) return;
  const others = [...problems].filter(([other]) => other !== source);
  problems = new Map(problem === null ? others : [...others, [source, problem]]);
  for (const listener of listeners) listener();
}

type AnySchema = ReturnType<typeof createDatabase> extends Database<infer S> ? S : never;

/** Makes the page show the database's problems. */
export function reportProblems<S extends AnySchema>(database: Database<S>): Database<S> {
  return {
    ...database,
    async use(work) {
      try {
        const result = await database.use(work);
        setProblem(database, null);
        return result;
      } catch (error) {
        if (error instanceof StorageError)
          setProblem(database, { code: `storage-${error.reason}`, msg: null, store: error.store });
        throw error;
      }
    },
  };
}

/** Null: it works again. Databases report their own failures. */
export function setReadFailure(read: object, error: unknown): void {
  if (error !== null) console.error('Reading from storage failed', error);
  const isShown = error === null || error instanceof StorageError;
  setProblem(read, isShown ? null : { code: 'unexpected', msg: null });
}

/** Null if files can be shown or haven't been read. */
export const useCatalogProblem = (): Problem | null =>
  useStorageProblems().find(({ store }) => store === 'linkhaul-catalog') ?? null;

export function useStorageProblems(): readonly Problem[] {
  const [shown, setShown] = useState(problems);
  useLayoutEffect(() => {
    const show = () => setShown(problems);
    listeners.add(show);
    // A read may have failed since rendering.
    show();
    return () => {
      listeners.delete(show);
    };
  }, []);
  return [...shown.values()];
}
