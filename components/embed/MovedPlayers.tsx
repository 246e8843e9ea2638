/** The lines that lead players on websites from hosts that were left to the present one. */
import { createMoveLines } from 'linkhaul-player/builder';
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { Lines } from './CodeLines.tsx';
import { EmbedSection } from './EmbedSection.tsx';

interface MovedPlayersProps {
  /** Base addresses. */
  readonly to: string;
  readonly from: readonly string[];
}

/** What the player loads beside its script for these lines. In the extension, `modules/player-script.ts` ships it. */
const scriptName = 'linkhaul-player-extras.js';

/** Nothing where no host was left. */
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
