/** What an address leads to: by the file extension, or else the media type that the page names. Pure. */
import { decodePercent } from './decode-percent.ts';

export const linkKinds = [
  'video',
  'audio',
  'image',
  'archive',
  'document',
  'playlist',
  'feed',
  'page',
] as const;
/** `page`: anything else. */
export type LinkKind = (typeof linkKinds)[number];

/** Video and audio extensions come from mime-db (`tests/lib/links/link-kind.test.ts` compares them), plus others in use. */
const endings: Readonly<Partial<Record<LinkKind, string>>> = {
  playlist: 'asx f4m m3u m3u8 m4u mpd mxu pls ram rmp wax wmx wpl wvx xspf',
  document:
    'aqt ass azw azw3 chm csv dfxp djv djvu doc docm docx dot dotx epub fb2 idx itt jss kfx key log lrc md mobi mks mpl mpl2 mpsub nfo ' +
    'numbers odg odp ods odt otp ots ott oxps pages pdf pjs pps ppsx ppt pptm pptx ps rt rtf sbv scc smi sami srt ssa stl sub sup tex ' +
    'tsv ttml txt usf vtt xls xlsb xlsm xlsx xltx xps',
  archive:
    '7z ace alz apk apkm apks appimage appx arc arj bin br bz bz2 bzip2 cab cb7 cbr cbt cbz ccd cdi cpio crx deb dmg egg ear ecm esd flatpak gz gzip img ipa iso ' +
    'jar lha lz lz4 lzh lzma lzo mdf mds msi nrg nupkg obb par2 pkg qcow2 rar rpm sit sitx snap squashfs tar taz tbz tbz2 tgz tlz toast txz tzst ' +
    'udf vdi vhd vhdx vmdk vsix war whl wim xapk xar xpi xz z zip zipx zpaq zst zstd',
  video:
    '264 265 3g2 3gp 3gp2 3gpp 3gpp2 amv asf av1 avi bik divx drc dv dvb dvr-ms evo f4p f4v fli flv fvt gifv gxf h261 h263 h264 h265 hevc ' +
    'ifo ivf jpgm jpgv jpm k3g m1v m2p m2t m2ts m2v m4v mj2 mjp2 mjpeg mjpg mk3d mkv mng mod mov movie mp2v mp4 mp4v mpe mpeg mpeg4 mpg ' +
    'mpg4 mpv mts mxf nsv nut nuv ogm ogv ogx pyv qt rec rm rmvb roq skm smv tod tp trp ts tts uvh uvm uvp uvs uvu uvv uvvh uvvm uvvp ' +
    'uvvs uvvu uvvv viv vivo vob vp6 vp8 vp9 vro webm wm wmv wtv xvid y4m yuv',
  audio:
    '8svx aa aac aax ac3 adp adts aif aifc aiff alac amr ape au awb caf dff dra dsf dts dtshd eac3 ec3 ecelp4800 ecelp7470 ecelp9600 ' +
    'eol flac gsm it kar la lvp m2a m3a m4a m4b m4p m4r mid midi mka mlp mod mp1 mp2 mp2a mp3 mp4a mpa mpc mpga mxmf oga ogg opus pya qcp ' +
    'ra rip rmi s3m sil snd spx tak thd tta uva uvva voc w64 wav wave weba wma wv xm',
  image:
    'apng arw avif bmp cr2 cr3 dds dng dwg emf eps exr gif hdr heic heics heif heifs ico jfif jp2 jpe jpeg jpg jpx jxl jxr nef orf pbm pcx ' +
    'pgm pjpeg png pnm ppm psd raf raw rw2 svg svgz tga tif tiff wbmp webp wmf xbm xcf xpm',
};

/** The first kind that lists an extension wins. */
const kindsByEnding = new Map<string, LinkKind>();
for (const [kind, words] of Object.entries(endings))
  for (const ending of words.split(' '))
    if (!kindsByEnding.has(ending)) kindsByEnding.set(ending, kind as LinkKind);

/** A volume of an archive: `.7z.001`, `.r00`, `.z01`, `.zx01`, `.part1`. RAR continues `.r99` with `.s00`, up to `.z99`. */
const volume = /\.(?:[a-z0-9]{2,4}\.\d{3}|0\d\d|[rsz]\d{2,3}|(?:[act-y]|zx)\d\d|part\d+)$/u;

const mediaTypePatterns: readonly (readonly [LinkKind, RegExp])[] = [
  ['playlist', /mpegurl|dash\+xml|scpls|xspf/iu],
  ['feed', /^application\/(?:rss\+xml|atom\+xml|feed\+json)/iu],
  ['video', /^(?:video\/|application\/(?:mp4|mxf|ogg|vnd\.(?:ms-asf|rn-realmedia)|x-matroska))/iu],
  ['audio', /^audio\//iu],
  ['image', /^image\//iu],
  [
    'document',
    /^(?:application\/(?:pdf|epub|msword|rtf|vnd\.(?:amazon|openxmlformats|oasis|ms-(?:excel|htmlhelp|powerpoint|word|xps))|x-(?:mobi|subrip))|text\/(?:csv|srt|vtt))/iu,
  ],
  [
    'archive',
    /^application\/(?:gzip|java-archive|vnd\.(?:android|debian|ms-cab|rar)|x-(?:7z|apple-diskimage|bzip|gzip|iso9660|rar|tar|xz|zip)|zip|zstd)/iu,
  ],
];

/** These name a file: `download.php?file=film.mkv`. */
const fileParameter =
  /^(?:attname|dn|download|f|fn|fname|file|file_?name|name|path|response-content-disposition|rscd|title)$/iu;

/**
 * @param type the media type that the page names
 * @param fileName the name for saving the file
 */
export function getLinkKind(url: string, type = '', fileName = ''): LinkKind {
  const { pathname, searchParams } = new URL(url);
  const parameters = [...searchParams].filter(([name]) => fileParameter.test(name));
  for (const name of [fileName, pathname, ...parameters.map(([, value]) => value)]) {
    const kind = kindOfName(name);
    if (kind !== undefined) return kind;
  }
  return mediaTypePatterns.find(([, pattern]) => pattern.test(type))?.[0] ?? 'page';
}

function kindOfName(path: string): LinkKind | undefined {
  // Parameters of a path: `film.mp4;jsessionid=1`, `photo.jpg:large`.
  const name = decodePercent(path.slice(path.lastIndexOf('/') + 1))
    .toLowerCase()
    .replace(/(?<=\.[a-z0-9]{2,5})[;:].*|(?<![\s"';])[\s"';]+$/u, '');
  const [, ending = ''] = /.\.([a-z0-9-]+)$/u.exec(name) ?? [];
  return kindsByEnding.get(ending) ?? (volume.test(name) ? 'archive' : undefined);
}

/** The extension is one of a file that a user could want. */
export const isFileName = (name: string): boolean =>
  getLinkKind(`https://h/${encodeURIComponent(name.toWellFormed())}`) !== 'page';
