/** A text field for one link's title, a pattern for several. */
import { useEffect, useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { RuleSuggestion } from '../../lib/protocol.ts';
import type { Via } from '../../lib/uploads/upload.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { namedList } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { lazy } from '../lazy.tsx';
import { usePageApi } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';
import type { PatternTitles } from './links-input.ts';
import { SessionRequests } from './SessionRequests.tsx';

interface TitleChoiceProps {
  readonly links: readonly LinkDraft[];
  readonly accountId: string;
  /** If undefined, the user's rules decide. */
  readonly via?: Via | undefined;
  readonly copies?: number | undefined;
  readonly folder: FolderRef;
  /** The account whose rules choose the folder, unless the user did. */
  readonly rulesOf?: string | undefined;
  readonly onRule?: ((suggestion: RuleSuggestion | null) => void) | undefined;
  readonly title: string;
  readonly onTitle: (title: string) => void;
  readonly patternTitles: PatternTitles;
  readonly onPattern: (change: PatternTitles) => void;
}

const TitlesDialog = lazy(() => import('./TitlesDialog.tsx'), 'TitlesDialog');

export function TitleChoice(props: TitleChoiceProps) {
  const { links, folder, rulesOf, onRule, title, onTitle, patternTitles, onPattern } = props;
  const [isOpen, setOpen] = useState(false);
  const [first] = links;
  if (first === undefined) return null;
  const rule = rulesOf !== undefined && <RuleHint accountId={rulesOf} links={links} onRule={onRule} />;
  if (links.length === 1) {
    const hint = patternTitles.titles?.[first.url] ?? first.title ?? t('send.titleHint');
    return (
      <>
        <Field label={t('send.title')} placeholder={hint} value={title} onInput={onTitle} />
        {rule}
      </>
    );
  }
  return (
    <div>
      <Button isSmall icon="rename" onClick={() => setOpen(true)}>
        {t('send.byPattern.button')}
      </Button>
      {rule}
      <SessionRequests {...props} />
      {isOpen && (
        <TitlesDialog
          links={links}
          folder={folder}
          pattern={patternTitles.pattern}
          onChange={onPattern}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface RuleHintProps extends Pick<TitleChoiceProps, 'links' | 'onRule'> {
  readonly accountId: string;
}

/** Limited, because every key press sends all links to the background. */
const maxLinks = 100;

function RuleHint({ accountId, links, onRule }: RuleHintProps) {
  const { send } = usePageApi();
  const isMany = links.length > maxLinks;
  const urls = isMany ? '' : links.map(({ url }) => url).join('\n');
  const { latest: suggestion } = useAnswer(
    // Only a hint. If it fails, the notice after sending names the folder.
    async () => (isMany ? null : send('rules.suggest', { accountId, links }).catch(() => null)),
    [send, accountId, urls],
  );

  useEffect(() => {
    onRule?.(suggestion);
    return () => onRule?.(null);
  }, [suggestion?.accountId, suggestion?.folder.id]);

  if (suggestion === null) return null;
  const [location = '', ...others] = [suggestion, ...(suggestion.also ?? [])].map(({ folder, account }) =>
    joinFacts([folderName(folder), account]),
  );
  return (
    <p class="small tone-quiet">
      {others.length === 0
        ? t('rules.hint', { folder: location })
        : t('rules.hintSeveral', { list: namedList([location, ...others]) })}
    </p>
  );
}
