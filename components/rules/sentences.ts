/** What rules are about, in words. */
import type { LinkKind } from '../../lib/links/collected-link.ts';
import type { Rule } from '../../lib/uploads/rules.ts';
import { t } from '../text.ts';

type Subject = Pick<Rule, 'host' | 'kind'>;

const subjects = {
  video: 'rules.subject.video',
  audio: 'rules.subject.audio',
  image: 'rules.subject.image',
  archive: 'rules.subject.archive',
  document: 'rules.subject.document',
  playlist: 'rules.subject.playlist',
  feed: 'rules.subject.feed',
  // A page may be anything, so no rule is made for pages alone.
  page: 'rules.subject.any',
} as const satisfies Readonly<Record<LinkKind, string>>;

const alwaysNames = {
  video: 'rules.always.video',
  audio: 'rules.always.audio',
  image: 'rules.always.image',
  archive: 'rules.always.archive',
  document: 'rules.always.document',
  playlist: 'rules.always.playlist',
  feed: 'rules.always.feed',
  page: 'rules.always.any',
} as const satisfies Readonly<Record<LinkKind, string>>;

/** "Videos from example.com". */
export const subjectText = ({ host, kind }: Subject): string => t(subjects[kind ?? 'page'], { host });

/** "Always for videos from example.com". */
export const alwaysText = ({ host, kind }: Subject): string => t(alwaysNames[kind ?? 'page'], { host });
