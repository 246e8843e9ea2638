/** Subtitles: SubRip (srt) to WebVTT, the only format that browsers' players read. */

const TIMING =
  /^(\d{1,3}):([0-5]?\d):([0-5]?\d)[,.](\d{1,3})\s*-->\s*(\d{1,3}):([0-5]?\d):([0-5]?\d)[,.](\d{1,3})/;

/** True for a text that is WebVTT by its first line. */
function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT([ \t\r\n]|$)/.test(text);
}

/**
 * A subtitle file of either format as WebVTT.
 * @throws SyntaxError when it is neither.
 */
export function toVtt(text: string): string {
  if (isVtt(text)) return text.replace(/^\uFEFF/, '');
  const cues = parseSrt(text);
  if (cues.length === 0) throw new SyntaxError('This is neither srt nor vtt: it has no timing line.');
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** Cues in WebVTT's spelling. Blocks without a timing line are passed over, as players do. */
function parseSrt(text: string): string[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMING.test(line.trim()));
    const timing = TIMING.exec(lines[at]?.trim() ?? '');
    if (!timing) return [];
    const [, ...parts] = timing;
    const body = lines.slice(at + 1).filter((line) => line.trim() !== '');
    return [
      `${time(parts.slice(0, 4))} --> ${time(parts.slice(4, 8))}\n${body.map(cueText).join('\n')}`.trimEnd(),
    ];
  });
}

function time([hours = '', minutes = '', seconds = '', fraction = '']: string[]): string {
  const two = (part: string) => part.padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${fraction.padEnd(3, '0')}`;
}

/**
 * A line of a cue: the tags that both formats share (b, i, u) stay, srt's others go, and everything else that would
 * mean something in WebVTT is escaped; so "-->" in a text cannot end a cue.
 */
function cueText(line: string): string {
  const bare = line.replace(/<\/?(?:font|s|strike)\b[^>]*>/gi, '').replace(/\{\\[^}]*\}/g, '');
  const escaped = bare
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+);)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  return escaped.replace(
    /&lt;(\/?)([biu])&gt;/gi,
    (_, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`,
  );
}
