/** Images of files: /i/<kind>/<code>. An image file is its own poster. Other posters are drawn from the title. */
import { html } from 'hono/html';
import type { Context } from '../http/context.ts';
import type { StoredFile } from '../store/files.ts';
import { fileBytes } from './bytes.ts';

const sizes = { single: [640, 360], thumb: [320, 180], splash: [1280, 720] } as const;

type PictureKind = keyof typeof sizes;

export function isPictureKind(text: string): text is PictureKind {
  return Object.hasOwn(sizes, text);
}

export async function picture(c: Context, file: StoredFile, kind: PictureKind): Promise<Response> {
  const blob = c.get('service').store.files.blob(file.blobId);
  if (blob?.mime.startsWith('image/')) return fileBytes(c, file);
  const body = c.req.method === 'HEAD' ? null : String(await poster(file, kind));
  return new Response(body, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'private, max-age=60',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
}

const lineLength = 26;
const maxLines = 3;

function poster(file: StoredFile, kind: PictureKind) {
  const [width, height] = sizes[kind];
  const hue = [...file.code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const lines = wrap(file.title).map(
    (line, index, all) => html`<text x="40" y="${320 - (all.length - 1 - index) * 40}">${line}</text>`,
  );
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 360">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="hsl(${hue} 45% 38%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 50% 18%)"/>
</linearGradient></defs>
<rect width="640" height="360" fill="url(#g)"/>
<circle cx="545" cy="90" r="150" fill="#fff" fill-opacity=".06"/><circle cx="600" cy="250" r="90" fill="#fff" fill-opacity=".05"/>
<path d="M40 60v56l46-28z" fill="#fff" fill-opacity=".85"/>
<g font-family="system-ui, sans-serif" font-size="32" font-weight="600" fill="#fff">${lines}</g>
</svg>`;
}

function wrap(title: string): string[] {
  const lines: string[] = [''];
  for (const word of title.split(' ')) {
    const last = lines.length - 1;
    const line = `${lines[last]} ${word}`.trim();
    if (line.length <= lineLength || lines[last] === '') lines[last] = line;
    else lines.push(word);
  }
  const cut = lines.map((line) =>
    line.length > lineLength ? `${[...line].slice(0, lineLength - 1).join('')}…` : line,
  );
  if (cut.length <= maxLines) return cut;
  return [...cut.slice(0, maxLines - 1), `${cut[maxLines - 1]} …`];
}
