import type { RuleSubject } from '../../lib/uploads/rules.ts';
import { t } from '../text.ts';

/** A page may be anything, so no rule is made for pages alone. */
const nameOf = (kind: RuleSubject['kind']) => (kind === null || kind === 'page' ? 'any' : kind);

const kindText = (kind: RuleSubject['kind']): string =>
  kind === null || kind === 'page' ? t('rules.allLinks') : t(`collect.kind.${kind}`);

/** "Videos from example.com", or "On pages of example.com: Video". */
export const subjectText = ({ host, kind, isPageHost }: RuleSubject): string =>
  isPageHost
    ? t('rules.onPages', { host, kind: kindText(kind) })
    : t(`rules.subject.${nameOf(kind)}`, { host });

/** "Always for videos from example.com", or "Always on pages of example.com: Video". */
export const alwaysText = ({ host, kind, isPageHost }: RuleSubject): string =>
  isPageHost
    ? t('rules.alwaysOnPages', { host, kind: kindText(kind) })
    : t(`rules.always.${nameOf(kind)}`, { host });
