/** Our player, sandboxed so that the service's page can't navigate the tab. */
import 'linkhaul-player/element';
import { type EmbedCodeOptions, embedUrl } from 'linkhaul-player';
import type { LinkhaulPlayer } from 'linkhaul-player/element';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../text.ts';
import './file-player.css';

interface FilePlayerProps extends EmbedCodeOptions {
  /** Starts the player instead of showing its poster. */
  readonly isActive?: boolean;
}

export function FilePlayer({
  isActive = false,
  // Eager by default, because the extension may contact the host anyway.
  loading = 'eager',
  title,
  poster,
  subtitle,
  subtitles,
  ...rest
}: FilePlayerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<LinkhaulPlayer | null>(null);
  useLayoutEffect(() => {
    if (!player.current) {
      player.current = document.createElement('linkhaul-player');
      player.current.sandbox = '';
      player.current.playLabel = t('embed.play');
      stage.current?.append(player.current);
    }
    const { width, height } = rest;
    // For other forms of address, the element only takes the complete address.
    const isForm = rest.baseUrl.includes('CODE');
    const href = isForm ? embedUrl({ ...rest, poster }) : '';
    const [link = document.createElement('a')] = player.current
      .children as HTMLCollectionOf<HTMLAnchorElement>;
    if (link.href !== href) link.href = href;
    if (isForm) player.current.append(link);
    else link.remove();
    Object.assign(player.current, {
      loading,
      width: width || height ? (width ?? 640) : null,
      height: width || height ? (height ?? 360) : null,
      baseUrl: isForm ? null : rest.baseUrl,
      fileCode: isForm ? null : rest.fileCode,
      allowHttp: rest.allowHttp ?? false,
      title: title ?? '',
      poster: poster ?? null,
      subtitleFile: subtitle?.file ?? null,
      subtitleLabel: subtitle?.label ?? null,
      subtitlesJson: subtitles?.json ?? null,
    });
    if (!isActive || player.current.active) return;
    player.current.activate();
    // Keeps Escape and other keys in the page.
    stage.current?.focus();
  });
  return <div ref={stage} class="file-player" tabIndex={-1} />;
}
