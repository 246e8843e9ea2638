import { expect, it } from 'vitest';
import { trackLanguage } from '../../../components/embed/track-language.ts';

it.each([
  ['https://cdn.example/sample.de.vtt', 'Deutsch'],
  ['https://cdn.example/sample.pt-BR.srt?v=1', 'Português (Brasil)'],
  ['https://cdn.example/Film_fr.forced.ass', 'Français'],
  ['https://cdn.example/a%20b.eng.vtt', 'English'],
  ['https://cdn.example/film-zh-Hant.vtt', '繁體中文'],
  ['https://cdn.example/film.ar.sdh.vtt', 'العربية'],
  ['https://cdn.example/subs/de.srt', 'Deutsch'],
  ['https://cdn.example/pt-BR.forced.vtt', 'Português (Brasil)'],
  // No language, or no file.
  ['https://cdn.example/sub.srt', ''],
  ['https://cdn.example/my-film.srt', ''],
  ['https://cdn.example/sample.vtt', ''],
  ['https://cdn.example/sample.xx.vtt', ''],
  ['https://cdn.example/part.01.vtt', ''],
  ['https://cdn.example/de.mp4', ''],
  ['https://cdn.example/%E0%A4%A.de.vtt', 'Deutsch'],
  ['no address.de.vtt', ''],
])('%s: %s', (address, label) => {
  expect(trackLanguage(address)).toBe(label);
});
