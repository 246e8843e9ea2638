/** Addresses as people read them. */
import { expect, it } from 'vitest';
import { readableAddress } from '../../../lib/links/address-title.ts';

it.each([
  ['https://a.example/%D0%A4%D0%B8%D0%BB%D1%8C%D0%BC.mkv', 'https://a.example/Фильм.mkv'],
  ['https://a.example/caf%C3%A9?q=a%26b', 'https://a.example/café?q=a%26b'],
  ['https://a.example/100%25', 'https://a.example/100%'],
  // Characters that are invisible or would reverse the rest stay encoded.
  ['https://a.example/My%20Film', 'https://a.example/My%20Film'],
  ['https://a.example/a%E2%80%AEgpj.exe', 'https://a.example/a%E2%80%AEgpj.exe'],
  ['https://a.example/a%E2%80%8Bb%00', 'https://a.example/a%E2%80%8Bb%00'],
  ['https://a.example/%E0%A4%A', 'https://a.example/%E0%A4%A'],
])('%s reads %s', (url, readable) => {
  expect(readableAddress(url)).toBe(readable);
});
