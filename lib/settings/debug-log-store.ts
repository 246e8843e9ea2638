/** The lines of the debug log. The background writes them, and a page reads them for a problem report. */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

export const createDebugLogStore = (session: StorageArea) =>
  createStoredValue(session, 'debugLog', (value): readonly string[] =>
    Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [],
  );
