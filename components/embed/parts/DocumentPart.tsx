/** The subtitle document and the address where the user published it. */
import { hasSameTracks } from 'linkhaul-player/builder';
import { Button } from '../../button/Button.tsx';
import { downloadText } from '../../save-as-file.ts';
import { t } from '../../text.ts';
import { CopyButton } from '../CopyButton.tsx';
import { draftField, EmbedField, type PartProps } from '../EmbedField.tsx';
import { documentResult } from '../wording.ts';

const fileName = 'subtitles.json';

export function DocumentPart(part: PartProps) {
  const { draft, parsed, document: check } = part.state;
  const text = parsed.document;
  if (!parsed.needsDocument && draft.document.trim() === '') return null;
  const own = check?.state === 'good' && text !== null ? hasSameTracks(draft, check.tracks) : null;
  const isBoth = parsed.options?.subtitle !== undefined && parsed.options.subtitles !== undefined;
  return (
    <div class="embed-document stack gap-3 pad-3 raised">
      <h3 class="strong">{t('embed.document')}</h3>
      {parsed.needsDocument && (
        <>
          <p class="tone-quiet">{t('embed.documentWhy')}</p>
          <ol class="embed-steps tone-quiet">
            <li>{t('embed.steps.save', { name: fileName })}</li>
            <li>{t('embed.steps.publish')}</li>
            <li>{t('embed.steps.enter')}</li>
          </ol>
        </>
      )}
      {isBoth && <p class="tone-quiet">{t('embed.documentBoth')}</p>}
      {text !== null && (
        <div class="row wrap">
          <Button isSmall icon="document" onClick={() => downloadText(fileName, text)}>
            {t('embed.download', { name: fileName })}
          </Button>
          <CopyButton text={text} name={t('embed.document')} label={t('embed.copyDocument')} />
        </div>
      )}
      <EmbedField
        {...draftField(part, 'document')}
        kind="url"
        label={t('embed.documentField')}
        placeholder="https://"
        result={check && documentResult(check, own)}
        onCheckAgain={() => part.builder.checkAgain(draft.document.trim())}
      />
    </div>
  );
}
