import { expect, it } from 'vitest';
import { parseKey } from '../../../lib/accounts/typed-fields.ts';

it.each([
  ['abc-1_X', 'abc-1_X'],
  [' abc\u200b\n', 'abc'],
  ['"abc"', 'abc'],
  ['“abc”', 'abc'],
  ['`abc`', 'abc'],
  ['API key: abc', 'abc'],
  ['key=abc', 'abc'],
  ['"api_key": "abc"', 'abc'],
  ['X-API-Key: abc', 'abc'],
  ['https://files.example/api/account/info?key=abc&x=1', 'abc'],
  ['ａｂｃ１', 'abc1'],
  ['keyabc', 'keyabc'],
  ['""', ''],
  ['', ''],
])('%j is the key %j', (text, key) => expect(parseKey(text)).toBe(key));

it('long texts are read in linear time', () => {
  for (const sign of ['"', '>', '“']) expect(parseKey(`a${sign.repeat(200_000)}b`)).toHaveLength(200_002);
});
