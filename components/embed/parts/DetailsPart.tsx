import { t } from '../../text.ts';
import { draftField, EmbedField, type PartProps } from '../EmbedField.tsx';

export function DetailsPart(part: PartProps) {
  const fields = ['width', 'height', 'script'];
  const isOpen = part.state.parsed.problems.some(({ field }) => fields.includes(field));
  return (
    <details class="embed-section stack gap-3 embed-details" open={isOpen || undefined}>
      <summary class="embed-heading heading strong">{t('embed.details')}</summary>
      <div class="embed-size halves">
        <EmbedField {...draftField(part, 'width')} kind="url" label={t('embed.width')} placeholder="640" />
        <EmbedField {...draftField(part, 'height')} kind="url" label={t('embed.height')} placeholder="360" />
      </div>
      <EmbedField
        {...draftField(part, 'script')}
        kind="url"
        label={t('embed.script')}
        hint={t('embed.scriptHint')}
        placeholder="/linkhaul-player.js"
      />
    </details>
  );
}
