import { expect, test } from 'vitest';
import { toVtt } from '../../service/src/subtitle-format.ts';

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
  ['a<br>b\\Nc<BR />d', 'a\nb\nc\nd'],
  ['<I >a</I >', '<i>a</i>'],
  ['<i onclick=x>a</i>', '&lt;i onclick=x&gt;a</i>'],
])('converts markup: %s', (srt, vtt) => {
  expect(converted(srt)).toBe(vtt);
});

test('skips everything before the first timing', () => {
  expect(toVtt(`A comment\n\n${cue('Text')}`)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nText\n');
});

const first = '00:00:01.000 --> 00:00:02.500';
const second = '00:00:03.000 --> 00:00:04.000';
const nextTiming = '00:00:03,000 --> 00:00:04,000';

test.each([
  ['no blank line between cues', `${cue('One')}2\n${nextTiming}\nTwo`],
  ['no blank line and no numbers', `${cue('One').slice(2)}${nextTiming}\nTwo`],
  ['blank lines within a cue', `${cue('\nOne\n\n')}\n2\n${nextTiming}\n\nTwo\n`],
  ['a blank line behind the number', `1\n\n00:00:01,000 --> 00:00:02,500\n\nOne\n\n2\n\n${nextTiming}\nTwo`],
  ['other arrows', '00:00:01,000 –> 00:00:02,500\nOne\n00:00:03,000 → 00:00:04,000\nTwo'],
  ['an escaped arrow', '00:00:01,000 --&gt; 00:00:02,500\nOne\n00:00:03,000 -- > 00:00:04,000\nTwo'],
  ['spaces and semicolons', '00: 00: 01, 000 --> 00: 00: 02, 500\nOne\n00:00:03;000 --> 00:00:04;000\nTwo'],
  ['numbers in front', '1 00:00:01,000 --> 00:00:02,500\nOne\n2 00:00:03,000 --> 00:00:04,000\nTwo'],
  [
    'wide letters',
    '１\n００：００：０１，０００ --> ００：００：０２，５００\nOne\n00：00：03，000 --> 00：00：04，000\nTwo',
  ],
  ['digits of Arabic', '١\n٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٥٠٠\nOne\n۲\n۰۰:۰۰:۰۳,۰۰۰ --> ۰۰:۰۰:۰۴,۰۰۰\nTwo'],
  ['microseconds', '00:00:01,000000 --> 00:00:02,500000\nOne\n00:00:03,000 --> 00:00:04,000\nTwo'],
  ['no hours, and another arrow', '1\n00:01,000 -> 00:02,500\nOne\n\n2\n0:3 --> 0:4\nTwo'],
])('srt with %s', (_, srt) => {
  expect(toVtt(srt)).toBe(`WEBVTT\n\n${first}\nOne\n\n${second}\nTwo\n`);
});

test('keeps all of a cue with blank lines, and numbers in its text', () => {
  expect(toVtt(`${cue('One\n\nmore\n\n42')}\n2\n${nextTiming}\n7`)).toBe(
    `WEBVTT\n\n${first}\nOne\nmore\n42\n\n${second}\n7\n`,
  );
});

test.each([
  ['blank lines first', '\n\n\uFEFFWEBVTT\n\n'],
  ['none behind its head', 'WEBVTT - a title\n'],
  ['Windows line ends', 'WEBVTT\r\n\r\n'],
  ['two byte order marks', '\uFEFF\uFEFFWEBVTT\n\n'],
])('vtt with %s', (_, head) => {
  expect(toVtt(`${head}00:01.000 --> 00:02.000\nHello\n`)).toMatch(
    /^WEBVTT.*\n\n00:01\.000 --> 00:02\.000\nHello\n$/,
  );
});

test('reads vtt times with commas, also if only one has a comma', () => {
  const vtt = 'WEBVTT\n\n00:01,000 --> 00:02.000\nOne, two\n\n00:03.000-->00:04,000 line:0\nTwo\n';
  expect(toVtt(vtt)).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne, two\n\n00:03.000-->00:04.000 line:0\nTwo\n',
  );
});

test('converts ass: its order of fields, commas, line breaks and styles', () => {
  const ass = `[Script Info]
Title: x

[Events]
Format: Start, End, Style, Text
Comment: 0:00:00.00,0:00:01.00,Default,not said
Dialogue: 0:00:01.00,0:00:02.50,Default,{\\i1}One{\\i0}, two\\Nthree & four
Dialogue: 0:00:02.00,0:00:04.00,Default,{\\an7\\p1}m 0 0 l 1 1{\\p0}
Dialogue: 0:00:03.00,0:00:04.00,Default,Five
`;
  expect(toVtt(ass)).toBe(`WEBVTT\n\n${first}\nOne, two\nthree &amp; four\n\n${second}\nFive\n`);
});

test('reads ass without its sections, and seconds beyond a minute', () => {
  expect(toVtt('Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,One\n')).toBe(`WEBVTT\n\n${first}\nOne\n`);
  expect(toVtt('00:00:61,000 --> 00:01:75,500\nOne')).toBe('WEBVTT\n\n00:01:01.000 --> 00:02:15.500\nOne\n');
});

test('replaces commas in vtt times', () => {
  expect(toVtt('WEBVTT\n\n00:00:01,000 --> 00:00:02,500 align:left\nOne, two\n')).toBe(
    `WEBVTT\n\n${first} align:left\nOne, two\n`,
  );
});

test('keeps vtt unchanged', () => {
  const vtt = 'WEBVTT - a title\n\n00:01.000 --> 00:02.000\n<v Ann>Hello\n';
  expect(toVtt(`\uFEFF${vtt}`)).toBe(vtt);
});

test.each(['', 'WEBVTTX', '<!doctype html>', '{"a":1}', '1\n2\n3'])('rejects other files: %j', (text) => {
  expect(() => toVtt(text)).toThrow(SyntaxError);
});

test.each([
  '{',
  '{\\p1',
  '<font',
  '<br',
  '<br ',
  '\n',
  ' ',
  '\t \u00A0',
  '0:',
  '00:00:01,000 --> ',
  'Format: Start,End,a,a,a,a,a,a\n',
])('long files of %j take no time that grows faster', (unit) => {
  const long = `x${unit.repeat(Math.ceil(400_000 / unit.length))}x`;
  expect(toVtt(cue(long))).toContain('WEBVTT');
  expect(
    toVtt(
      `Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,${long}\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,x`,
    ),
  ).toContain('WEBVTT');
});
