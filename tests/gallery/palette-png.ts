/** A PNG with a palette has a third of a screenshot's size. */
import { crc32, deflateSync } from 'node:zlib';

/** `pixels`: red, green, blue and alpha, row by row. @throws {RangeError} for more than 256 colours */
export function palettePng(pixels: Uint8Array, width: number): Buffer {
  const height = pixels.length / 4 / width;
  const palette = new Map<number, number>();
  // Each row starts with its filter type. 0: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const colour = new DataView(pixels.buffer, pixels.byteOffset + at * 4, 4).getUint32(0);
    const index = palette.get(colour) ?? palette.size;
    palette.set(colour, index);
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  if (palette.size > 256) throw new RangeError(`${palette.size} colours are too many for a palette.`);
  const colours = [...palette.keys()].map((colour) => [colour >>> 24, colour >>> 16, colour >>> 8, colour]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits per pixel, an index into the palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap(([red = 0, green = 0, blue = 0]) => [red, green, blue]))),
    chunk('tRNS', Buffer.from(colours.map(([, , , alpha = 0]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
