export type SubtitleKind = 'srt' | 'vtt';

/** WebVTT is detected by its first line (W3C WebVTT, "WebVTT file body"), SubRip by a line with two times. */
export function detectSubtitleKind(text: string): SubtitleKind | null {
  if (/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'vtt';
  return /^[ \t\uFEFF]*\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}[ \t]*-->[ \t]*\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}/m.test(
    text,
  )
    ? 'srt'
    : null;
}
