/** Finds the encoding of a text that isn't UTF-8, the only encoding that players read. */

/** Returns a name such as `Windows-1251`, or null for UTF-8. @param isCut the text continues after the bytes */
export async function findEncoding(bytes: Uint8Array, isCut: boolean): Promise<string | null> {
  const wide = findWideEncoding(bytes);
  if (wide !== null) return wide;
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    if (!text.includes('\x1b')) return chineseEscapes.test(text) ? 'HZ-GB-2312' : null;
  } catch {
    // Not UTF-8.
  }
  const { analyse } = await import('chardet');
  const [best] = analyse(bytes);
  // ASCII only, with escapes around the other letters.
  if (text !== '') return best?.name.startsWith('ISO-2022') ? best.name : null;
  return nameEncoding(bytes, best);
}

/** Two bytes per letter, as ASCII characters between ~{ and ~}. */
const chineseEscapes = /~\{(?:[!-w][!-~])+~\}/;

/** By their byte order mark or their zeros. */
function findWideEncoding(bytes: Uint8Array): string | null {
  const zeroAt = bytes.indexOf(0);
  const [first, second, third, fourth] = bytes;
  if (first === 0 && second === 0) return 'UTF-32BE';
  if (first === 0xfe || (first !== 0xff && zeroAt === 0)) return 'UTF-16BE';
  const isWide = third === 0 && fourth === 0;
  return first === 0xff || zeroAt > 0 ? `UTF-${isWide ? '32' : '16'}LE` : null;
}

/** Maps the detector's names to the encodings that are really in use. */
const names: Readonly<Record<string, string>> = {
  ASCII: 'Windows-1252',
  'UTF-8': 'Windows-1252',
  'ISO-8859-1': 'Windows-1252',
  'ISO-8859-9': 'Windows-1254',
  'ISO-8859-7': 'Windows-1253',
  GB18030: 'GBK',
};

function nameEncoding(bytes: Uint8Array, best?: { name: string; confidence: number }): string {
  const letters = bytes.filter((byte) => byte >= 0xa1);
  const share = (from: number, to: number) =>
    letters.filter((byte) => byte >= from && byte <= to).length / letters.length;
  // The detector doesn't know Thai, and takes Arabic for Hebrew. Hebrew letters only use the last 27 places.
  if ((best?.confidence ?? 0) < 60 && share(0xa1, 0xda) + share(0xdf, 0xfb) === 1 && share(0xd0, 0xda) > 0.1)
    return 'Windows-874';
  if (best?.name === 'ISO-8859-8') return share(0xc0, 0xdf) > 0.15 ? 'Windows-1256' : 'Windows-1255';
  const name = best?.name ?? 'ASCII';
  return names[name] ?? name.replace('windows', 'Windows');
}
