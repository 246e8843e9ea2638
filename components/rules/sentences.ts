/** What rules are about, in words. */
import type { Rule } from '../../lib/uploads/rules.ts';
import { t } from '../text.ts';

type Subject = Pick<Rule, 'host' | 'kind'>;

/** A page may be anything, so no rule is made for pages alone. */
const nameOf = (kind: Subject['kind']) => (kind === null || kind === 'page' ? 'any' : kind);

/** "Videos from example.com". */
export const subjectText = ({ host, kind }: Subject): string => t(`rules.subject.${nameOf(kind)}`, { host });

/** "Always for videos from example.com". */
export const alwaysText = ({ host, kind }: Subject): string => t(`rules.always.${nameOf(kind)}`, { host });
