/** One track goes to the player directly, several need a document. */
import { addTrack, moveTrack, removeTrack } from 'linkhaul-player/builder';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { isMac } from '../../keys/key-press.ts';
import { format, t } from '../../text.ts';
import type { PartProps } from '../EmbedField.tsx';
import { EmbedSection } from '../EmbedSection.tsx';
import { trackName } from '../wording.ts';
import { DocumentPart } from './DocumentPart.tsx';
import { TrackRow } from './TrackRow.tsx';

export function TracksPart({ state, builder }: PartProps) {
  const { tracks } = state.draft;
  const [announcement, announce] = useState('');
  const part = useRef<HTMLDivElement>(null);
  /** Selector of the element that gets the focus after the next render. */
  const focusNext = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    part.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const row = (id: string, what: string) => `[data-track="${id}"] ${what}`;

  function move(id: string, by: number, focus: string) {
    const index = tracks.findIndex((track) => track.id === id);
    const track = tracks[index];
    const to = index + by;
    if (!track || to < 0 || to >= tracks.length) return;
    // Moving an element removes its focus.
    focusNext.current = row(id, focus);
    builder.change((draft) => moveTrack(draft, id, by));
    const position = { number: format.number(to + 1), total: format.number(tracks.length) };
    announce(t('embed.moved', { track: trackName(track, index), ...position }));
  }

  function remove(id: string) {
    const index = tracks.findIndex((track) => track.id === id);
    const track = tracks[index];
    if (!track) return;
    const neighbour = tracks[index + 1] ?? tracks[index - 1];
    focusNext.current = neighbour ? row(neighbour.id, 'input') : '.embed-add button';
    builder.change((draft) => removeTrack(draft, id));
    announce(t('embed.removed', { track: trackName(track, index) }));
  }

  function add() {
    builder.change(addTrack);
    const id = builder.state.draft.tracks.at(-1)?.id;
    if (id !== undefined) focusNext.current = row(id, 'input');
  }

  return (
    <EmbedSection title={t('embed.subtitles')}>
      <div ref={part} class="stack">
        {tracks.length === 0 ? (
          <p class="tone-quiet">{t('embed.noTracks')}</p>
        ) : (
          <ol class="embed-track-list stack gap-3">
            {tracks.map((track, index) => (
              <TrackRow
                key={track.id}
                state={state}
                builder={builder}
                track={track}
                index={index}
                onMove={move}
                onRemove={remove}
              />
            ))}
          </ol>
        )}
        <div class="row wrap embed-add">
          <Button isSmall icon="plus" onClick={add}>
            {t('embed.addTrack')}
          </Button>
          {tracks.length > 1 && (
            <span class="tone-quiet">{t('embed.keys', { key: isMac() ? '⌥' : t('keys.alt') })}</span>
          )}
        </div>
      </div>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <DocumentPart state={state} builder={builder} />
    </EmbedSection>
  );
}
