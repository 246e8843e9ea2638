import { expect, it } from 'vitest';
import { readFileName } from '../../service/src/file-name.ts';

/** As `fetch` reads raw bytes of a header. */
const raw = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  Buffer.from(text, encoding).toString('latin1');

it.each([
  // RFC 6266 and RFC 8187.
  ['attachment; filename="a b.mp4"', 'a b.mp4'],
  ['attachment;filename=a.mp4', 'a.mp4'],
  ['ATTACHMENT; FILENAME = "a.mp4" ;', 'a.mp4'],
  ['attachment; filename="a;b, c=d.mp4"', 'a;b, c=d.mp4'],
  ['attachment; filename="a\\"b.mp4"', 'a"b.mp4'],
  ["attachment; filename=x.txt; filename*=UTF-8''na%C3%AFve.txt", 'naïve.txt'],
  ["attachment; filename*=UTF-8''na%C3%AFve.txt; filename=x.txt", 'naïve.txt'],
  ["attachment; filename*=utf-8'en'na%C3%AFve.txt", 'naïve.txt'],
  ["attachment; filename*=iso-8859-1''na%EFve.mp4", 'naïve.mp4'],
  ["attachment; filename*=ISO-8859-1'de'%A3.mp4", '£.mp4'],
  ["attachment; filename*=UTF-8''%25a%22b%3B.mp4", '%a"b;.mp4'],
  // What servers send beside it.
  ['attachment; filename*="UTF-8\'\'na%C3%AFve.txt"', 'naïve.txt'],
  ["attachment; filename*=windows-1251''%EA%E8%ED%EE.mp4", 'кино.mp4'],
  ["attachment; filename*=GBK''%B5%E7%D3%B0.mp4", '电影.mp4'],
  [raw("attachment; filename*=UTF-8''naïve.mp4"), 'naïve.mp4'],
  ['attachment; filename=%E6%97%A5%E6%9C%AC.mp4', '日本.mp4'],
  ['attachment; filename="%E6%97%A5%20%E6%9C%AC.mp4"', '日 本.mp4'],
  ['attachment; filename="100% true.mp4"', '100% true.mp4'],
  [raw('attachment; filename="日本 ☃.mp4"'), '日本 ☃.mp4'],
  [raw('attachment; filename=naïve.mp4'), 'naïve.mp4'],
  [raw('attachment; filename="naïve.mp4"', 'latin1'), 'naïve.mp4'],
  ['attachment; filename="=?UTF-8?B?5pel5pysLm1wNA==?="', '日本.mp4'],
  ['attachment; filename="=?utf-8?Q?na=C3=AFve_film?= =?utf-8?q?.mp4?="', 'naïve film.mp4'],
  ['attachment; filename==?iso-8859-1?q?na=EFve.mp4?=', 'naïve.mp4'],
  ['attachment; filename*0="My "; filename*1="Movie.mp4"', 'My Movie.mp4'],
  ['attachment; filename*0*=UTF-8\'\'na%C3; filename*1*=%AFve; filename*2=" 1%2.mp4"', 'naïve 1%2.mp4'],
  ['attachment; filename*1=b.mp4; filename*0=a; filename=x', 'ab.mp4'],
  ['attachment; filename=My Movie (2020).mp4', 'My Movie (2020).mp4'],
  ["attachment; filename='a b.mp4'", 'a b.mp4'],
  ['attachment; filename="abc.mp4', 'abc.mp4'],
  ['filename="a b.mp4"', 'a b.mp4'],
  ['filename=a.mp4; size=5', 'a.mp4'],
  ['attachment; filename="a.mp4"; filename="b.mp4"', 'a.mp4'],
  // Paths.
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\Users\\me\\clip.mp4"', 'clip.mp4'],
  ['attachment; filename="C:\\\\Users\\\\me\\\\clip.mp4"', 'clip.mp4'],
  ["attachment; filename*=UTF-8''..%2F..%2Fa%5Cb.mp4", 'b.mp4'],
  ['attachment; filename="a%2Fb.mp4"', 'b.mp4'],
  // The next one where one is broken or empty.
  ["attachment; filename=x.txt; filename*=UTF-8''%E4%ZZ", 'x.txt'],
  ["attachment; filename=x.txt; filename*=no-such''a.txt", 'x.txt'],
  ['attachment; filename=x.txt; filename*=na%C3%AFve.txt', 'x.txt'],
  ["attachment; filename*=UTF-8''; filename=x.mp4", 'x.mp4'],
  ["attachment; filename*=UTF-8''..%2F; filename=x.mp4", 'x.mp4'],
  ['attachment; filename=""', null],
  ['attachment; filename=" "', null],
  ['attachment; filename=".."', null],
  ['attachment; filename', null],
  ['attachment; name="field"', null],
  ['inline', null],
  ['', null],
])('%s', (header, name) => {
  expect(readFileName(header)).toBe(name);
});
