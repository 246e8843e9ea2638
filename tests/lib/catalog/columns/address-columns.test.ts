import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  codedAt,
  decodeAddresses,
  encodeAddresses,
  toAddressColumns,
} from '../../../../lib/catalog/columns/address-columns.ts';

const address = fc.option(
  fc.oneof(
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: fc.constantFrom(...'ab/?$&\\') }),
    fc.string({ unit: 'binary' }),
  ),
);

it('addresses are decoded unchanged', () => {
  const file = fc.record({ code: fc.string({ maxLength: 3 }), image: address, download: address });
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const clean = (text: string | null) => (text?.includes('\0') ? null : text);
      const columns = toAddressColumns(files.map((file) => encodeAddresses(file, file.code)));
      for (const [slot, { code, image, download }] of files.entries())
        expect(decodeAddresses(codedAt(columns, slot), code)).toEqual({
          image: clean(image),
          download: clean(download),
        });
    }),
  );
});

it('addresses that contain the code are stored as numbers alone', () => {
  const codes = Array.from({ length: 1_000 }, (_, at) => `code${at}`);
  const columns = toAddressColumns(
    codes.map((code) => {
      const image = `https://img.example/snaps/${code}.jpg`;
      return encodeAddresses({ image, download: `https://x.example/d/${code}/${code}.html` }, code);
    }),
  );
  expect(columns.heads).toHaveLength(2);
  expect(columns.tails).toHaveLength(2);
});
