/** What pages need of a dialect, by its name: they load no record for it. */
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

/** What the hosts of a dialect can do; an account without a stored dialect speaks that of the document. */
export const getCapabilities = (dialect: DialectName = 'document'): Capabilities =>
  capabilitiesByName[dialect];

/** How the hosts of a dialect call a file's pages, where their answers have not said it. */
export const getPagePaths = (dialect: DialectName = 'document'): PagePaths => pagesByName[dialect];

/** Whether there is such a dialect. */
export const isDialectName = (value: unknown): value is DialectName =>
  dialectNames.some((name) => name === value);
