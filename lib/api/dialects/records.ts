/** The dialects by name. */
import type { Dialect, DialectName } from './dialect.ts';
import { document } from './document.ts';
import { sibling } from './sibling.ts';

export const dialects: Readonly<Record<DialectName, Dialect>> = { document, sibling };
