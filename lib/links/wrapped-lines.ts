/** Lines of mails, whose addresses go on in the next line. Pure; as many lines as before. */

/** Joins what was wrapped with the line it began in. */
export function joinWrappedLines(text: string): string {
  const unquoted = isQuotedPrintable(text) ? decodeQuotedPrintable(text) : text;
  return opened.test(unquoted) ? joinBrackets(unquoted) : unquoted;
}

/** Lines that end with "=" go on, and no other sign but two digits follows one (RFC 2045, section 6.7). */
function isQuotedPrintable(text: string): boolean {
  if (!/=\r?\n(?!\r?\n)/.test(text) || /=(?![\dA-F]{2}|\r?\n|$)/.test(text)) return false;
  return /^content-transfer-encoding:\s*quoted-printable/im.test(text) || /=3D|^.{69,75}=\r?$/m.test(text);
}

function decodeQuotedPrintable(text: string): string {
  const lines = text.split(/\r?\n/);
  for (let from = 0; from < lines.length; ) {
    let to = from;
    const parts: string[] = [];
    for (; lines[to]?.endsWith('='); to += 1) parts.push(lines[to]?.slice(0, -1) ?? '');
    parts.push(lines[to] ?? '');
    lines.fill('', from, to + 1)[from] = decodeBytes(parts.join(''));
    from = to + 1;
  }
  return lines.join('\n');
}

const decodeBytes = (line: string): string =>
  line.replace(/(?:=[\dA-F]{2})+/g, (run) => {
    const codes = run.slice(1).split('=');
    const bytes = codes.map((code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(new Uint8Array(bytes)).replace(/[\r\n]/g, ' ');
  });

/** An address in angle brackets that do not close in its line. */
const opened = /<(?:https?|ftp):[^\s<>]*\r?(?:\n|$)/i;
const maxWrapped = 5;

/** Within such brackets the ends of lines are no part of the address (RFC 3986, appendix C). */
function joinBrackets(text: string): string {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!opened.test(line)) continue;
    const rest: string[] = [];
    for (let next = at + 1; next <= at + maxWrapped && next < lines.length; next += 1) {
      const [, part = '', close, after = ''] =
        /^[>\s]*([^\s<>"]+)(?:(>)(.*)|\s*$)/.exec(lines[next] ?? '') ?? [];
      if (part === '' || /:\/\//.test(part)) break;
      rest.push(part);
      if (close === undefined) continue;
      lines[at] = `${line.trimEnd()}${rest.join('')}>`;
      lines.fill('', at + 1, next)[next] = after;
      break;
    }
  }
  return lines.join('\n');
}
