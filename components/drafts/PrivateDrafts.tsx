import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageApiProvider, usePageApi } from '../page-api.ts';

interface PrivateDraftsProps {
  readonly isPrivate: boolean;
  readonly children: ComponentChildren;
}

/** Drafts about a private window stay in memory, even on a page in a regular window. */
export function PrivateDrafts({ isPrivate, children }: PrivateDraftsProps) {
  const page = usePageApi();
  const value = useMemo(() => (isPrivate ? { ...page, drafts: new Map() } : page), [page, isPrivate]);
  return <PageApiProvider value={value}>{children}</PageApiProvider>;
}
