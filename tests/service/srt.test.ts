import { expect, test } from 'vitest';
import { toVtt } from '../../service/src/srt.ts';

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`;
const converted = (text: string) => toVtt(cue(text)).split('\n').slice(3).join('\n').trimEnd();

test('converts timings and lines', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,500\nFirst\nline\n\n2\n01:02:03,04 --> 100:00:00,999\nSecond\n';
  expect(toVtt(srt)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFirst\nline\n\n01:02:03.040 --> 100:00:00.999\nSecond\n',
  );
});

test.each([
  ['Windows line ends and a byte order mark', `\uFEFF${cue('Text').replaceAll('\n', '\r\n')}`],
  ['old Mac line ends', cue('Text').replaceAll('\n', '\r')],
  ['no number', cue('Text').slice(2)],
  ['a full stop before the fraction', cue('Text').replaceAll(',', '.')],
  ['position coordinates', cue('Text').replace('02,500', '02,500 X1:1 X2:2')],
  ['blank lines with spaces', `${cue('Text')} \t\n${cue('Other')}`],
])('%s', (_, srt) => {
  expect(toVtt(srt)).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.500\nText\n/);
});

test.each([
  ['<i>a</i> <B>b</B> <u>c</u>', '<i>a</i> <b>b</b> <u>c</u>'],
  ['<font color="red">a</font>', 'a'],
  ['{\\an8}above', 'above'],
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['already &amp; escaped', 'already &amp; escaped'],
  ['an arrow --> in the text', 'an arrow --&gt; in the text'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<i onclick=x>a</i>', '&lt;i onclick=x&gt;a</i>'],
])('converts markup: %s', (srt, vtt) => {
  expect(converted(srt)).toBe(vtt);
});

test('skips blocks without a timing', () => {
  expect(toVtt(`A comment\n\n${cue('Text')}\n\nno timing\n`)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nText\n',
  );
});

test('keeps vtt unchanged', () => {
  const vtt = 'WEBVTT - a title\n\n00:01.000 --> 00:02.000\n<v Ann>Hello\n';
  expect(toVtt(`\uFEFF${vtt}`)).toBe(vtt);
});

test.each(['', 'WEBVTTX', '<!doctype html>', '{"a":1}', '1\n2\n3'])('rejects other files: %j', (text) => {
  expect(() => toVtt(text)).toThrow(SyntaxError);
});
