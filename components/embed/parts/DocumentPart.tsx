/** The subtitle document: the text to save, and where the user has put it. */
import { hasSameTracks } from 'linkhaul-player/builder';
import { Button } from '../../button/Button.tsx';
import { t } from '../../text.ts';
import { downloadText } from '../../uploads/save-as-file.ts';
import { CopyButton } from '../CopyButton.tsx';
import { EmbedField } from '../EmbedField.tsx';
import { documentOutcome } from '../wording.ts';
import { type PartProps, problemAt } from './part.ts';

const fileName = 'subtitles.json';

export function DocumentPart({ state, builder }: PartProps) {
  const { draft, reading, document: check } = state;
  const text = reading.document;
  if (!reading.needsDocument && draft.document.trim() === '') return null;
  const own = check?.state === 'good' && text !== null ? hasSameTracks(draft, check.tracks) : null;
  const isBoth = reading.options?.subtitle !== undefined && reading.options.subtitles !== undefined;
  return (
    <div class="embed-document stack">
      <h3 class="strong">{t('embed.document')}</h3>
      {reading.needsDocument && <p class="tone-quiet">{t('embed.documentWhy')}</p>}
      {reading.needsDocument && (
        <ol class="embed-steps">
          <li>{t('embed.steps.save', { name: fileName })}</li>
          <li>{t('embed.steps.publish')}</li>
          <li>{t('embed.steps.enter')}</li>
        </ol>
      )}
      {isBoth && <p class="tone-quiet">{t('embed.documentBoth')}</p>}
      {text !== null && (
        <div class="row wrap">
          <Button isSmall icon="document" onClick={() => downloadText(fileName, text)}>
            {t('embed.download', { name: fileName })}
          </Button>
          <CopyButton text={text} label={t('embed.copyDocument')} copiedName={t('embed.document')}>
            {t('embed.copyDocument')}
          </CopyButton>
        </div>
      )}
      <EmbedField
        isCode
        label={t('embed.documentField')}
        placeholder="https://"
        value={draft.document}
        problem={problemAt(reading, 'document')}
        outcome={check && documentOutcome(check, own)}
        onCheckAgain={() => builder.checkAgain(draft.document.trim())}
        onInput={(address) => builder.change((now) => ({ ...now, document: address }))}
      />
    </div>
  );
}
