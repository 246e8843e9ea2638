/** Whether a text is a subtitle file, as far as its beginning tells. */

export type SubtitleKind = 'srt' | 'vtt';

/** The first line decides about WebVTT (W3C WebVTT, "WebVTT file body"), a line with two times about SubRip. */
export function subtitleKind(text: string): SubtitleKind | null {
  if (/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  return /^[ \t\uFEFF]*\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}/m.test(
    text,
  )
    ? 'srt'
    : null;
}
