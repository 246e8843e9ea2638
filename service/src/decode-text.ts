import { analyse } from 'chardet';

/** By its byte order mark, as UTF-8, or in the most likely encoding. */
export function decodeText(bytes: Uint8Array): string {
  try {
    if (!bytes.includes(0) && !hasEscapes(bytes))
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {}
  const encoding = detectEncoding(bytes);
  // UTF-32 is read as UTF-16 with extra zeros.
  const toText = (label: string) => new TextDecoder(label).decode(bytes).replaceAll('\0', '');
  try {
    return toText(encoding);
  } catch {
    // `TextDecoder` lacks some encodings that the detector knows, such as ISO-2022-KR.
    return toText('utf-8');
  }
}

/** Some encodings write every letter in ASCII, with escape sequences. */
const hasEscapes = (bytes: Uint8Array): boolean => bytes.includes(0x1b) && bytes.every((byte) => byte < 0x80);

/** A `TextDecoder` label for bytes that aren't UTF-8 or contain escape sequences. */
function detectEncoding(bytes: Uint8Array): string {
  const zeroAt = bytes.indexOf(0);
  if (bytes[0] === 0xfe || (bytes[0] !== 0xff && zeroAt === 0)) return 'utf-16be';
  if (bytes[0] === 0xff || zeroAt > 0) return 'utf-16le';
  const [best] = analyse(bytes);
  if (hasEscapes(bytes)) return best?.name ?? 'utf-8';
  const letters = bytes.filter((byte) => byte >= 0xa1);
  const share = (from: number, to: number) =>
    letters.filter((byte) => byte >= from && byte <= to).length / letters.length;
  // The detector doesn't know Thai, and mistakes Arabic for Hebrew. Hebrew letters only use the last 27 codes.
  if ((best?.confidence ?? 0) < 60 && share(0xa1, 0xda) + share(0xdf, 0xfb) === 1 && share(0xd0, 0xda) > 0.1)
    return 'windows-874';
  if (best?.name === 'ISO-8859-8') return share(0xc0, 0xdf) > 0.15 ? 'windows-1256' : 'windows-1255';
  if (best?.name === 'ISO-8859-7') return 'windows-1253';
  return !best || best.name === 'ASCII' || best.name === 'UTF-8' ? 'windows-1252' : best.name;
}
