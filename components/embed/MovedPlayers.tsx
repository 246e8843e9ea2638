/** Lines for websites, which redirect players from former hosts to the current one. */
import { createMoveLines } from 'linkhaul-player/builder';
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { Lines } from './CodeLines.tsx';
import { EmbedSection } from './EmbedSection.tsx';

interface MovedPlayersProps {
  readonly to: string;
  readonly from: readonly string[];
}

/** The player loads this script for these lines. `modules/player-script.ts` adds it to the extension. */
const scriptName = 'linkhaul-player-extras.js';

export function MovedPlayers({ to, from }: MovedPlayersProps) {
  const formerUrls = from.filter((each) => each !== to);
  if (formerUrls.length === 0) return null;
  return (
    <EmbedSection title={t('embed.hostMoved')}>
      <Lines
        name={t('embed.hostMovedLines')}
        why={t('embed.hostMovedWhy', { host: new URL(to).host })}
        text={createMoveLines(to, formerUrls)}
      />
      <a class="button button-plain button-small" href={scriptName} download={scriptName}>
        <Icon name="document" />
        <span>{t('embed.download', { name: scriptName })}</span>
      </a>
    </EmbedSection>
  );
}
