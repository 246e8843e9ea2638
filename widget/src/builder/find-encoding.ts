/** The encoding of a text that is no UTF-8, which is all that players read. */

/** Its name, such as `Windows-1251`; null for UTF-8. @param isCut whether the text goes on behind the bytes */
export async function findEncoding(bytes: Uint8Array, isCut: boolean): Promise<string | null> {
  const zeroAt = bytes.indexOf(0);
  if (bytes[0] === 0xfe || (bytes[0] !== 0xff && zeroAt === 0)) return 'UTF-16BE';
  if (bytes[0] === 0xff || zeroAt > 0) return 'UTF-16LE';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return null;
  } catch {
    const { analyse } = await import('chardet');
    return nameEncoding(bytes, analyse(bytes)[0]);
  }
}

/** Those that the detector names by what they extend. */
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
  // The detector knows no Thai, and takes Arabic for Hebrew, whose letters have the last 27 places alone.
  if ((best?.confidence ?? 0) < 60 && share(0xa1, 0xda) + share(0xdf, 0xfb) === 1 && share(0xd0, 0xda) > 0.1)
    return 'Windows-874';
  if (best?.name === 'ISO-8859-8') return share(0xc0, 0xdf) > 0.15 ? 'Windows-1256' : 'Windows-1255';
  const name = best?.name ?? 'ASCII';
  return names[name] ?? name.replace('windows', 'Windows');
}
