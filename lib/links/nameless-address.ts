/** Tells whether an address names its file or only numbers it, as content delivery networks do. Pure. */
import { getLastSegment, nameFromAddress } from './address-title.ts';

/** Words that cameras, players and encoders put in any file name. */
const anyFile = new Set(
  (
    'audio asset aufnahme blob chunk chunklist clip content cover data default download dji dsc dscf dscn embed encoded export file film final full get gopr ' +
    'hash high hls hq image images img index init large list low main manifest master media medium mobile mov movie music mvi original ' +
    'output photo pic picture play player playlist poster preview pxl raw rec recording registrazione render screen screencast screenshot seg segment signal small song sound ' +
    'source src stream temp thumb thumbnail tmp track transcoded untitled uuid vid video videoplayback view voice web whatsapp zoom архив видео запись файл ' +
    'bild datei archivo imagen immagine fichier arquivo imagem 动画 動画 图片 录屏 録画 画像 视频 影片 동영상 비디오 영상 فيديو ویدیو וידאו वीडियो วิดีโอ'
  ).split(' '),
);

/** False for `8f3a.mp4`, `1080p.webm`, `master.m3u8`, `videoplayback?id=…`, names that cameras give, and addresses without a path. */
export function hasTellingName(url: string): boolean {
  const { pathname = '', searchParams = [] } = URL.parse(url) ?? {};
  const names = [...searchParams].flatMap(
    ([, value]) => /[^/\\"'=;]+\.[a-z]\w{1,4}(?="?$)/i.exec(value) ?? [],
  );
  if (getLastSegment(pathname) !== undefined) names.push(nameFromAddress(url));
  return names.some((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u).some(isTelling));
}

/** Whether it looks like a word of some language. */
function isTelling(part: string): boolean {
  const letters = part.normalize('NFC').replace(/^\p{N}+|\p{N}+$/gu, '');
  if (/\p{N}/u.test(letters) || anyFile.has(letters.toLowerCase())) return false;
  if (/[^\p{Script=Latin}\p{M}]/u.test(letters)) return /\p{L}[\p{L}\p{M}]/u.test(letters);
  if (/^[a-f]*$/i.test(letters)) return false;
  const words = letters.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu)?.filter(isWord) ?? [];
  const isNaming = words.some((word) => !anyFile.has(word.toLowerCase()));
  return isNaming && words.join('').length > 0.6 * letters.length;
}

function isWord(letters: string): boolean {
  const plain = letters.normalize('NFD').replace(/\p{M}/gu, '');
  const vowels = plain.match(/[aeiouyæøœıə]/giu)?.length ?? 0;
  return plain.length >= 3 && vowels / plain.length > 0.19;
}
