/** What few need: the size of frames, and where the web component's script lies. */
import { t } from '../../text.ts';
import { EmbedField } from '../EmbedField.tsx';
import { type PartProps, problemAt } from './part.ts';

export function DetailsPart({ state, builder }: PartProps) {
  const { draft, reading } = state;
  const isOpen = reading.problems.some(
    ({ field }) => field === 'width' || field === 'height' || field === 'script',
  );
  return (
    <details class="embed-section stack gap-3 embed-details" open={isOpen || undefined}>
      <summary class="embed-heading heading strong">{t('embed.details')}</summary>
      <div class="embed-size">
        <EmbedField
          isCode
          label={t('embed.width')}
          placeholder="640"
          value={draft.width}
          problem={problemAt(reading, 'width')}
          onInput={(width) => builder.change((now) => ({ ...now, width }))}
        />
        <EmbedField
          isCode
          label={t('embed.height')}
          placeholder="360"
          value={draft.height}
          problem={problemAt(reading, 'height')}
          onInput={(height) => builder.change((now) => ({ ...now, height }))}
        />
      </div>
      <EmbedField
        isCode
        label={t('embed.script')}
        hint={t('embed.scriptHint')}
        placeholder="/linkhaul-player.js"
        value={draft.script}
        problem={problemAt(reading, 'script')}
        onInput={(script) => builder.change((now) => ({ ...now, script }))}
      />
    </details>
  );
}
