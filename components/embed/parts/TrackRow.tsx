import { changeTrack, getTrackLabel, type TrackDraft } from 'linkhaul-player/builder';
import { useRef } from 'preact/hooks';
import { IconButton } from '../../button/Button.tsx';
import { readKey } from '../../keys/key-press.ts';
import { format, t } from '../../text.ts';
import { EmbedField, type PartProps, problemAt } from '../EmbedField.tsx';
import { trackLanguage } from '../track-language.ts';
import { subtitleResult, trackName } from '../wording.ts';

interface TrackRowProps extends PartProps {
  readonly track: TrackDraft;
  readonly index: number;
  /** @param focus selector within the row of the element that keeps the focus */
  readonly onMove: (id: string, by: number, focus: string) => void;
  readonly onRemove: (id: string) => void;
}

const steps: Readonly<Record<string, -1 | 1>> = { 'alt+ArrowUp': -1, 'alt+ArrowDown': 1 };

export function TrackRow({ state, builder, track, index, onMove, onRemove }: TrackRowProps) {
  const { id, src } = track;
  const { draft, parsed, subtitles } = state;
  const name = trackName(track, index);
  const check = subtitles[id];
  const change = (given: Partial<TrackDraft>) => builder.change((now) => changeTrack(now, id, given));

  /** Suggested by the last file name. */
  const suggested = useRef(trackLanguage(src));
  /** Keeps a label that the user typed. */
  function suggestLabel(address: string): Partial<TrackDraft> {
    const label = trackLanguage(address);
    if (label === '' || (track.label !== '' && track.label !== suggested.current)) return {};
    suggested.current = label;
    return { label };
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = steps[readKey(event)?.chord ?? ''];
    const target = event.target as HTMLElement;
    if (by === undefined) return;
    event.preventDefault();
    onMove(id, by, `#${CSS.escape(target.id)}`);
  }

  function moveButton(icon: 'up' | 'down', by: -1 | 1, label: string) {
    const isTrack = (at: number) => at >= 0 && at < draft.tracks.length;
    if (!isTrack(index + by)) return null;
    // At the end of the list this button disappears.
    const next = isTrack(index + 2 * by) ? icon : icon === 'up' ? 'down' : 'up';
    return (
      <span data-act={icon}>
        <IconButton icon={icon} label={label} onClick={() => onMove(id, by, `[data-act="${next}"] button`)} />
      </span>
    );
  }

  return (
    <li data-track={id} aria-label={name} onKeyDown={onKeyDown} class="embed-track media gap-3 pad-3 framed">
      <p class="tone-quiet numbers" aria-hidden="true">
        {format.number(index + 1)}
      </p>
      <div class="embed-track-fields stack">
        <EmbedField
          kind="url"
          label={t('embed.src')}
          placeholder="https://"
          value={src}
          problem={problemAt(parsed, `${id}.src`)}
          result={check ? subtitleResult(check) : null}
          onCheckAgain={() => builder.checkAgain(src.trim())}
          onInput={(value) => change({ src: value, ...suggestLabel(value) })}
        />
        <EmbedField
          label={t('embed.label')}
          value={track.label}
          placeholder={getTrackLabel(track)}
          problem={problemAt(parsed, `${id}.label`)}
          onInput={(label) => change({ label })}
        />
        {draft.tracks.length > 1 && (
          <label class="row">
            <input
              class="check"
              type="checkbox"
              checked={track.isDefault}
              id={`${id}-default`}
              onChange={(event) => change({ isDefault: event.currentTarget.checked })}
            />
            {t('embed.default')}
          </label>
        )}
      </div>
      <div class="embed-track-actions flex gap-1">
        {moveButton('up', -1, t('embed.moveUp', { track: name }))}
        {moveButton('down', 1, t('embed.moveDown', { track: name }))}
        <IconButton
          icon="cross"
          label={t('embed.removeTrack', { track: name })}
          onClick={() => onRemove(id)}
        />
      </div>
    </li>
  );
}
