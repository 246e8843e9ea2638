import { expect, it } from 'vitest';
import { hasTellingName } from '../../../lib/links/nameless-address.ts';

it.each([
  'https://cdn.example/8f3a.mp4',
  'https://cdn.example/DJI_0001.MP4',
  'https://cdn.example/WhatsApp%20Video%202026-01-01%20at%2010.00.00.mp4',
  'https://cdn.example/%EB%8F%99%EC%98%81%EC%83%81.mp4',
  'https://cdn.example/the-film/8f3a.mp4',
  'https://cdn.example/550e8400-e29b-41d4-a716-446655440000.webm',
  'https://cdn.example/d41d8cd98f00b204e9800998ecf8427e',
  'https://cdn.example/dQw4w9WgXcQ_720p.mp4',
  'https://cdn.example/kPaTexWqzz.mp4',
  'https://cdn.example/1080p.mp4',
  'https://cdn.example/1732599999.jpg',
  'https://cdn.example/IMG_20261126-WA0001.jpg',
  'https://cdn.example/hls/master.m3u8',
  'https://cdn.example/video-1.mp4',
  'https://cdn.example/videoplayback?id=o-AB12&itag=22',
  'https://cdn.example/get?id=7',
  'https://cdn.example/%E8%A7%86%E9%A2%91.mp4',
  'https://cdn.example/%ff%e0.mp4',
  'https://cdn.example/',
])('%s doesn’t name its file', (url) => expect(hasTellingName(url)).toBe(false));

it.each([
  'https://cdn.example/holiday.mp4',
  'https://cdn.example/My%20Holiday%202026.mp4',
  'https://cdn.example/Show.S01E02.1080p.mkv',
  'https://cdn.example/MyHolidayVideo.mp4',
  'https://cdn.example/8f3a-holiday.mp4',
  'https://cdn.example/holiday2026.mp4',
  'https://cdn.example/trip20261126.mp4',
  'https://cdn.example/E%CC%81te%CC%81.mp4',
  'https://cdn.example/%D1%84%D0%B8%D0%BB%D1%8C%D0%BC.mp4',
  'https://cdn.example/%E5%A4%8F%E4%BC%91%E3%81%BF.mp4',
  'https://cdn.example/%E0%A4%95%E0%A4%AE%E0%A4%B2.mp4',
  'https://cdn.example/%C3%89t%C3%A9.mp4',
  'https://cdn.example/8f3a?response-content-disposition=attachment%3B%20filename%3D%22Holiday.mp4%22',
  'https://cdn.example/get.php?file=films/Holiday.mp4',
])('%s names its file', (url) => expect(hasTellingName(url)).toBe(true));
