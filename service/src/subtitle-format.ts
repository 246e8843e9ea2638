/** Converts SubRip (srt) and Advanced SubStation (ass) to WebVTT, the only format that browsers play. */

const timePattern = String.raw`(?:(\d{1,4})\s*:\s*)?(\d{1,3})\s*:\s*(\d{1,2})(?:\s*[,.:;]\s*(\d{1,3})\d*)?`;
/** Hours and fractions are optional, a number may precede the times, and the arrow has several forms. */
const timingPattern = new RegExp(
  String.raw`^\s*(?:\d+\s+)?${timePattern}\s*(?:[-–—−]{1,2}\s?(?:>|&gt;)|→)\s*${timePattern}`,
);

/** May use full-width characters or digits of other scripts. */
function readTiming(line: string): RegExpExecArray | null {
  const isWide = /^[\s\p{Nd}:,.;：，．；]+[-–—−→]/u.test(line) && /[^\0-\x7f–—−→]/.test(line);
  const plain = line
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  return timingPattern.exec(isWide ? plain : line);
}

/** @throws SyntaxError if the format isn't recognised */
export function toVtt(text: string): string {
  const plain = text.replace(/^[\s\uFEFF]+/, '').replace(/\r\n?/g, '\n');
  // A cue directly after the header needs a blank line before it. A header contains no timing.
  if (/^WEBVTT(?:[ \t\n]|$)/.test(plain)) {
    const vtt = plain.replace(/^(.*)\n(?=(?:.+\n)?.*-->)/, '$1\n\n');
    // Players skip cues with SubRip's decimal commas.
    return vtt.replace(/^[\d:.,]+[ \t]*-->[ \t]*[\d:.,]+/gm, (times) => times.replaceAll(',', '.'));
  }
  const cues = /^[ \t]*(?:\[Script Info\]|\[Events\]|Dialogue:.*\d:\d\d:)/im.test(plain)
    ? parseAss(plain)
    : parseSrt(plain);
  if (cues.length === 0) throw new SyntaxError('This is not srt, vtt or ass: it has no timing line.');
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** As in players, a cue begins at each timing line and ends at the next one, or at the number before it. */
function parseSrt(text: string): string[] {
  const lines = text.split('\n');
  const timings = lines.map(readTiming);
  const starts = lines.flatMap((_, at) => (timings[at] ? [at] : []));
  return starts.map((start, index) => {
    const [, ...parts] = timings[start] ?? [];
    const body = lines.slice(start + 1, starts[index + 1]).filter((line) => line.trim() !== '');
    const isNumbered = index + 1 < starts.length && /^\s*\p{Nd}+\s*$/u.test(body.at(-1) ?? '');
    return cue(parts, isNumbered ? body.slice(0, -1) : body);
  });
}

/** `Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Text`, with fields in the order of the `Format:` line. */
function parseAss(text: string): string[] {
  let columns = findColumns('Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text');
  const events = text.slice(Math.max(0, text.search(/^\[Events\]/im)));
  return events.split('\n').flatMap((line) => {
    const [, kind, rest = ''] = /^(Format|Dialogue):\s*(.*)$/i.exec(line) ?? [];
    if (/format/i.test(kind ?? '')) columns = findColumns(rest);
    if (!/dialogue/i.test(kind ?? '')) return [];
    // The text is the last field and may contain commas.
    const values = rest.split(',');
    const value = (column: number) => values[column]?.trim() ?? '';
    const timing = timingPattern.exec(`${value(columns.start)} --> ${value(columns.end)}`);
    if (!timing) return [];
    // `\p1` starts a drawing, whose commands look like text.
    const said = values
      .slice(columns.text)
      .join(',')
      .replace(/\{([^{}]*)\}([^{]*)/g, (_, tags: string, part: string) => (/\\p[1-9]/.test(tags) ? '' : part))
      .replace(/\\h/g, ' ');
    const body = said.split(/\\[Nn]/).filter((part) => part.trim() !== '');
    return body.length === 0 ? [] : [cue(timing.slice(1), body)];
  });
}

function findColumns(format: string) {
  const fields = format.split(',').map((field) => field.trim());
  return { start: fields.indexOf('Start'), end: fields.indexOf('End'), text: fields.length - 1 };
}

function splitAtBreaks(text: string): string[] {
  const lines = text.split(/<br\s*\/?>|\\N/i);
  return lines.length > 1 ? lines.map((line) => line.trim()) : lines;
}

const cue = (times: readonly (string | undefined)[], body: readonly string[]): string =>
  `${time(times.slice(0, 4))} --> ${time(times.slice(4, 8))}\n${body
    .flatMap(splitAtBreaks)
    .map(cueText)
    .join('\n')}`.trimEnd();

function time([hours = '', minutes = '', seconds = '', fraction = '']: readonly (
  | string
  | undefined
)[]): string {
  const two = (value: number) => String(value).padStart(2, '0');
  // Seconds above 59, such as in "00:01:75", carry over.
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  const [wholeHours, rest] = [Math.floor(total / 3_600), total % 3_600];
  return `${two(wholeHours)}:${two(Math.floor(rest / 60))}:${two(rest % 60)}.${fraction.padEnd(3, '0')}`;
}

/** Keeps the tags b, i and u, drops other srt tags, and escapes the rest, so that "-->" in a text can't end a cue. */
function cueText(line: string): string {
  const bare = line.replace(/<\/?(?:font|s|strike)\b[^<>]*>/gi, '').replace(/\{\\[^{}]*\}/g, '');
  const escaped = bare
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+);)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  return escaped.replace(
    /&lt;(\/?)([biu])\s*&gt;/gi,
    (_, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`,
  );
}
