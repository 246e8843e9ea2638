/** Capabilities by the name of the dialect, for pages: they load no record for it. */
import type { Capabilities, DialectName } from './dialect.ts';
import { documentCapabilities } from './document.ts';
import { siblingCapabilities } from './sibling.ts';

const byName: Readonly<Record<DialectName, Capabilities>> = {
  document: documentCapabilities,
  sibling: siblingCapabilities,
};

/** What the hosts of a dialect can do; an account without a stored dialect speaks that of the document. */
export const getCapabilities = (dialect: DialectName = 'document'): Capabilities => byName[dialect];

/** Whether there is such a dialect. */
export const isDialectName = (value: unknown): value is DialectName =>
  value === 'document' || value === 'sibling';
