/** Draws docs/architecture.svg from the tables below: `node scripts/architecture-picture.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './process.ts';

type Box = readonly [kind: string, x: number, y: number, width: number, title: string, text: string];
type Point = readonly [x: number, y: number];
type Arrow = readonly [points: readonly Point[], label: string, labelAt: Point];

const [width, height, boxHeight] = [960, 620, 52];

const groups = [
  [250, 20, 370, 460, 'background worker'],
  [680, 20, 260, 460, 'pages: popup, manager, settings, picker'],
  [250, 510, 690, 90, 'stored in the browser'],
] as const;

const boxes: readonly Box[] = [
  ['outside', 10, 50, 130, 'Web page', 'a link, right-clicked'],
  ['', 270, 50, 330, 'entrypoints/background.ts', 'listeners, registered synchronously'],
  ['', 270, 150, 330, 'lib/background', 'messages, scheduler, actions, ports'],
  ['', 270, 250, 104, 'lib/uploads', 'record, states'],
  ['', 383, 250, 104, 'lib/catalog', 'files, sync'],
  ['', 496, 250, 104, 'lib/bulk', 'jobs'],
  ['', 270, 330, 330, 'base modules of lib', 'accounts, folders, links, menus, settings, storage …'],
  ['', 270, 410, 330, 'lib/api', 'typed calls, limiter, errors without the key'],
  ['outside', 10, 410, 130, 'Service', 'docs/http-api.md'],
  ['', 700, 50, 220, 'components', 'what is seen: the row'],
  ['', 700, 150, 220, 'entrypoints/page', 'reads storage, sends messages'],
  ['store', 270, 540, 330, 'IndexedDB', 'uploads, catalog, bulk jobs: one database each'],
  ['store', 700, 540, 220, 'storage.local, .session', 'accounts, keys, settings · memory'],
];

const arrows: readonly Arrow[] = [
  [
    [
      [140, 76],
      [270, 76],
    ],
    '1 click',
    [196, 68],
  ],
  [
    [
      [435, 102],
      [435, 150],
    ],
    '2 action',
    [470, 130],
  ],
  [
    [
      [322, 202],
      [322, 250],
    ],
    '3 add',
    [350, 230],
  ],
  [
    [
      [270, 276],
      [240, 276],
      [240, 566],
      [270, 566],
    ],
    '4 stored, then sent',
    [165, 320],
  ],
  [
    [
      [270, 436],
      [140, 436],
    ],
    '5 send, poll',
    [188, 428],
  ],
  [
    [
      [140, 450],
      [270, 450],
    ],
    '6 verify',
    [188, 468],
  ],
  [
    [
      [600, 168],
      [700, 168],
    ],
    '7 changed',
    [650, 160],
  ],
  [
    [
      [700, 188],
      [600, 188],
    ],
    'messages',
    [650, 204],
  ],
  [
    [
      [600, 566],
      [672, 566],
      [672, 495],
      [810, 495],
      [810, 202],
    ],
    '8 read',
    [838, 380],
  ],
  [
    [
      [810, 150],
      [810, 102],
    ],
    'props',
    [834, 130],
  ],
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const drawBox = ([kind, x, y, boxWidth, title, text]: Box) => `
  <g class="box ${kind}">
    <rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="6"/>
    <text class="title" x="${x + boxWidth / 2}" y="${y + 22}">${escaped(title)}</text>
    <text x="${x + boxWidth / 2}" y="${y + 40}">${escaped(text)}</text>
  </g>`;

const drawArrow = ([points, label, [x, y]]: Arrow) => `
  <polyline points="${points.map((point) => point.join()).join(' ')}" marker-end="url(#head)"/>
  <text class="label" x="${x}" y="${y}">${escaped(label)}</text>`;

export const drawArchitecture =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Linkhaul's parts, and the way of a right-click through them">
  <style>
    svg { color-scheme: light dark; --back: #fff; --group: #f3f5f8; --box: #fff; --line: #8a94a3; --text: #1c232d; --accent: #1a5fb4; }
    @media (prefers-color-scheme: dark) {
      svg { --back: #15191f; --group: #1e242c; --box: #2a323d; --line: #7c8897; --text: #e8ecf2; --accent: #8ab8f2; }
    }
    text { font: 12px system-ui, sans-serif; fill: var(--text); text-anchor: middle; }
    .title { font-weight: 600; font-size: 13px; }
    .label { fill: var(--accent); font-weight: 600; }
    .back { fill: var(--back); }
    .group { fill: var(--group); }
    .box rect { fill: var(--box); stroke: var(--line); }
    .store rect { stroke-width: 2; }
    .outside rect { stroke-dasharray: 4 3; }
    polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; }
    #head path { fill: var(--accent); }
  </style>
  <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>
  <rect class="back" width="${width}" height="${height}"/>${groups
    .map(
      ([x, y, w, h, name]) => `
  <rect class="group" x="${x}" y="${y}" width="${w}" height="${h}" rx="10"/>
  <text x="${x + w / 2}" y="${y + 18}">${escaped(name)}</text>`,
    )
    .join('')}${boxes.map(drawBox).join('')}${arrows.map(drawArrow).join('')}
</svg>
`;

if (import.meta.main) await writeFile(join(root, 'docs/architecture.svg'), drawArchitecture());
