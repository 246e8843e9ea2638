/** What pages need to know about a dialect, by its name. They don't load its record. */
import { type Capabilities, type DialectName, dialectNames, type PagePaths } from './dialect.ts';
import { documentCapabilities, documentPages } from './document.ts';
import { siblingCapabilities, siblingPages } from './sibling.ts';

const capabilitiesByName: Readonly<Record<DialectName, Capabilities>> = {
  document: documentCapabilities,
  sibling: siblingCapabilities,
};

const pagesByName: Readonly<Record<DialectName, PagePaths>> = {
  document: documentPages,
  sibling: siblingPages,
};

/** What the hosts of a dialect can do. An account without a stored dialect uses the document's. */
export const getCapabilities = (dialect: DialectName = 'document'): Capabilities =>
  capabilitiesByName[dialect];

/** Paths of a file's pages in a dialect, for when the host's responses didn't contain them. */
export const getPagePaths = (dialect: DialectName = 'document'): PagePaths => pagesByName[dialect];

/** Whether a value is the name of a dialect. */
export const isDialectName = (value: unknown): value is DialectName =>
  dialectNames.some((name) => name === value);
