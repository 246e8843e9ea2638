/** The capabilities and paths of dialects, for pages, which don't load the records. */
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

/** An account without a stored dialect uses the document's. */
export const getCapabilities = (dialect: DialectName = 'document'): Capabilities =>
  capabilitiesByName[dialect];

/** For when the host's responses didn't contain them. */
export const getPagePaths = (dialect: DialectName = 'document'): PagePaths => pagesByName[dialect];

/** Whether a value is the name of a dialect. */
export const isDialectName = (value: unknown): value is DialectName =>
  dialectNames.some((name) => name === value);
