/** Counts the cues of a subtitle file that players keep. */

export type SubtitleKind = 'srt' | 'vtt';

export interface CueCounts {
  readonly kind: SubtitleKind;
  readonly kept: number;
  /** Meant as times, but players don't recognise them and skip the cue. */
  readonly dropped: number;
}

/** Null if the text is neither srt nor vtt. */
export function countCues(text: string): CueCounts | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  if (/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return countVttCues(lines);
  const kept = lines.filter((line) => srtTiming.test(line)).length;
  const dropped = lines.filter(looksLikeTiming).length - kept;
  return kept === 0 ? null : { kind: 'srt', kept, dropped };
}

/** W3C WebVTT, "WebVTT file parser": a block ends at an empty line, and the times are on the first or second line of a cue. */
function countVttCues(lines: readonly string[]): CueCounts {
  let [kept, dropped] = [0, 0];
  // Skip the header, up to an empty line or the times of a cue.
  let [lineInBlock, hasTimes, isComment] = [Number.POSITIVE_INFINITY, false, false];
  for (const line of lines.slice(1)) {
    if (line === '') {
      [lineInBlock, hasTimes, isComment] = [0, false, false];
      continue;
    }
    // Times further down start a new block.
    if (line.includes('-->') && (hasTimes || lineInBlock >= 2)) [lineInBlock, isComment] = [0, false];
    lineInBlock += 1;
    if (lineInBlock === 1) isComment = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);
    if (line.includes('-->')) {
      hasTimes = true;
      if (vttTiming.test(line)) kept += 1;
      else if (!isComment) dropped += 1;
    } else if (!isComment && looksLikeTiming(line)) dropped += 1;
  }
  return { kind: 'vtt', kept, dropped };
}

const vttTime = String.raw`(?:\d+:[0-5]\d|[0-5]\d):[0-5]\d\.\d{3}`;
const vttTiming = new RegExp(String.raw`^[ \t\f]*${vttTime}[ \t\f]*-->[ \t\f]*${vttTime}(?!\d)`);

const srtTime = String.raw`\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}`;
const srtTiming = new RegExp(String.raw`^[ \t\uFEFF]*${srtTime}[ \t]*-->[ \t]*${srtTime}`);

/** In any notation, but not clock times in dialogue ("8:00 - 9:30"). */
const looksLikeTiming = (line: string): boolean =>
  anyTiming.test(line) || (line.includes('-->') && /\p{Nd}[:：]\p{Nd}/u.test(line));

const anyTime = String.raw`\p{Nd}{1,4}(?:[:：]\p{Nd}{1,3}){1,3}(?:[.,;．，]\p{Nd}+)?`;
const preciseTime = String.raw`\p{Nd}{1,4}(?:[:：]\p{Nd}{1,3}){1,2}[.,;．，]\p{Nd}+`;
const anyTiming = new RegExp(
  String.raw`^\s*(?:${anyTime}\s*(?:[-–—−=]{1,3}\s?(?:>|&gt;|＞)|→)\s*|${preciseTime}\s*[-–—−]{1,3}\s*)\p{Nd}{1,4}[:：]\p{Nd}`,
  'u',
);
