/** A builder that lives as long as the component, whose draft outlives it: for as long as the page is open. */
import { type Builder, type BuilderState, createBuilder, type EmbedDraft } from 'linkhaul-player/builder';
import { useEffect, useState } from 'preact/hooks';

/** By subject. In memory only, so that a private window leaves no trace. */
export const drafts = new Map<string, EmbedDraft>();

/** @param subject What the draft is for; another subject needs another component (`key`). */
export function useBuilder(subject: string, fresh: () => EmbedDraft): readonly [BuilderState, Builder] {
  const [builder] = useState(() => createBuilder({ draft: drafts.get(subject) ?? fresh() }));
  const [state, setState] = useState(builder.state);
  useEffect(() => {
    builder.subscribe(() => setState(builder.state));
    return () => {
      drafts.set(subject, builder.state.draft);
      builder.close();
    };
  }, []);
  return [state, builder];
}
