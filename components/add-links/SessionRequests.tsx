/** Says how many requests with the user's session the links need. */
import { useMemo } from 'preact/hooks';
import { useRules } from '#page/all-settings.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { findRule, type Rule } from '../../lib/links/rules.ts';
import type { Via } from '../../lib/uploads/upload.ts';
import { namedList } from '../format/named-list.ts';
import { plural } from '../text.ts';

interface SessionRequestsProps {
  readonly links: readonly LinkDraft[];
  readonly accountId: string;
  /** If undefined, the user's rules decide. */
  readonly via?: Via | undefined;
  /** Accounts that get a copy of each link. If undefined, the user's rules decide. */
  readonly copies?: number | undefined;
}

const noRules: readonly Rule[] = [];

export function SessionRequests({ links, accountId, via, copies }: SessionRequestsProps) {
  const rules = useRules() ?? noRules;
  const { count, hosts } = useMemo(
    () => countSessionRequests(links, accountId, rules, { via, copies }),
    [links, accountId, rules, via, copies],
  );
  if (count < 2) return null;
  return (
    <p class="small tone-quiet" role="status">
      {plural('send.sessionRequests', count, { list: namedList(hosts) })}
    </p>
  );
}

/** One request per link and account. Redirects and files sent in parts add more. */
export function countSessionRequests(
  links: readonly LinkDraft[],
  accountId: string,
  rules: readonly Rule[],
  { via, copies }: Pick<SessionRequestsProps, 'via' | 'copies'> = {},
): { readonly count: number; readonly hosts: readonly string[] } {
  const hosts = new Set<string>();
  let count = 0;
  const mayFetch = via === 'browser' || (via === undefined && rules.some((rule) => rule.via === 'browser'));
  for (const link of mayFetch ? links : []) {
    const rule = findRule(rules, accountId, link);
    const host = URL.parse(link.url)?.host;
    if (!host || (via ?? rule?.via) !== 'browser') continue;
    hosts.add(host);
    count += copies ?? 1 + (rule?.also?.length ?? 0);
  }
  return { count, hosts: [...hosts] };
}
