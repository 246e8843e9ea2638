import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageApiProvider, usePageApi } from '../page-api.ts';

interface PrivateDraftsProps {
  readonly isPrivate: boolean;
  readonly children: ComponentChildren;
}

/** Keeps drafts only in memory if they are about a private window. Its links may be chosen from in a regular one. */
export function PrivateDrafts({ isPrivate, children }: PrivateDraftsProps) {
  const page = usePageApi();
  const value = useMemo(() => (isPrivate ? { ...page, drafts: new Map() } : page), [page, isPrivate]);
  return <PageApiProvider value={value}>{children}</PageApiProvider>;
}
