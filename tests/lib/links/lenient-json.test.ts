import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLenientJson } from '../../../lib/links/lenient-json.ts';

const read = (text: string): unknown => JSON.parse(JSON.stringify(readLenientJson(text)));

describe('readLenientJson', () => {
  it.each<readonly [what: string, text: string, values: readonly unknown[]]>([
    ['raw line breaks and tabs', '{"a":"x\r\ny\tz"}', [{ a: 'x\r\ny\tz' }]],
    ['CDATA', '<![CDATA[\n{"a":1}\n]]>', [{ a: '1' }]],
    ['CDATA in comments', '//<![CDATA[\n{"a":"x"}\n//]]>', [{ a: 'x' }]],
    ['CDATA in comments, in one line', '//<![CDATA[ {"a":"x"} //]]>', [{ a: 'x' }]],
    ['CDATA in comments of CSS', '/*<![CDATA[*/{"a":"x"}/*]]>*/', [{ a: 'x' }]],
    ['CDATA around a list', '<![CDATA[["x",["y"]]]]>', [['x', ['y']]]],
    ['an HTML comment', '<!--\n{"a":"x"}\n-->', [{ a: 'x' }]],
    ['comments of a script', '{ // it\'s "one"\n "a": /* don\'t */ "x" }', [{ a: 'x' }]],
    [
      'comments behind texts',
      '{"a":"x", // one\n"b":"y" /* two */,"c":"z" // three\n}',
      [{ a: 'x', b: 'y', c: 'z' }],
    ],
    ['the end of a statement', '{"a":"x"};', [{ a: 'x' }]],
    ['commas before brackets', '{"a":["x",],}', [{ a: ['x'] }]],
    ['a byte order mark', '\ufeff{"a":"x"}', [{ a: 'x' }]],
    ['two values', '{"a":"x"}{"b":"y"}', [{ a: 'x' }, { b: 'y' }]],
    ['two values with a comma', '{"a":"x"},\n{"b":"y"}', [{ a: 'x' }, { b: 'y' }]],
    ['an assignment', 'window.data = {"a":"x"};', ['window.data', '=', { a: 'x' }]],
    ['no quotes around keys', "{a: 'it\\'s', b: 'c'}", [{ a: "it's", b: 'c' }]],
    [
      'quotes that are not escaped',
      '{"a":"the "best", they say","b":"y"}',
      [{ a: 'the "best", they say', b: 'y' }],
    ],
    ['an apostrophe in single quotes', "{'a':'it's','b':'y'}", [{ a: "it's", b: 'y' }]],
    ['quotes of a word processor', '{“a”: “x”, ”b”: „y“}', [{ a: 'x', b: 'y' }]],
    ['a comma that is missing at the end of a line', '{"a":"x"\n"b":"y"}', [{ a: 'x', b: 'y' }]],
    ['a comma that is missing before a key', '{"a":"x" "b":"y"}', [{ a: 'x', b: 'y' }]],
    ['two commas', '{"a":"x",,"b":"y"}', [{ a: 'x', b: 'y' }]],
    [
      'quotes at the ends of lines',
      '{"a":"one\nthe "best"\n","b":"y"}',
      [{ a: 'one\nthe "best"\n', b: 'y' }],
    ],
    [
      'quotes before a colon of the text',
      '{"a":"the "best" one: this","b":"y"}',
      [{ a: 'the "best" one: this', b: 'y' }],
    ],
    ['nothing', '{"a":undefined,"b":NaN,"c":null,}', [{ a: null, b: null, c: null }]],
    ['backquotes', '{a: `x"y`, b: "it`s"}', [{ a: 'x"y', b: 'it`s' }]],
    ['what a call takes', 'player("x").setup({"a":"y"})', ['player(', 'x', ').setup(', { a: 'y' }, ')']],
    ['one that is cut off', '{"a":["x","y', [{ a: ['x', 'y'] }]],
    ['brackets too many', '{"a":"x"}]}{"b":"y"}', [{ a: 'x' }, { b: 'y' }]],
    ['a bracket that is missing', '[{"a":["x"},{"b":"y"}]', [[{ a: ['x'] }, { b: 'y' }]]],
    ['escapes', String.raw`{"a":"\u0041\x42\/\n\q",}`, [{ a: 'AB/\nq' }]],
    ['a key of every object', '{"__proto__":"x",}', [JSON.parse('{"__proto__":"x"}')]],
  ])('reads %s', (_, text, values) => {
    expect(read(text)).toEqual(values);
  });

  it('reads valid JSON unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readLenientJson(JSON.stringify(value))).toEqual([JSON.parse(JSON.stringify(value))]);
      }),
    );
  });

  it('accepts anything, in linear time and within its limits', () => {
    const parts = `[|{|{"a":|"|"a"\n|"a" "b |/*|//|<!--|",|\\|'a|" |",\n|a:|"a", b`.split('|');
    for (const part of parts) readLenientJson(part.repeat(500_000 / part.length));
    for (const space of [' ', '\n', ',']) readLenientJson(`"a"${space.repeat(500_000)}x`);
    expect(JSON.stringify(readLenientJson(`${'["x",'.repeat(100_000)}`)).length).toBeLessThan(200_000);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]":,\'\\/*<!-a \n') }),
        (text) => void readLenientJson(text),
      ),
    );
  });
});
