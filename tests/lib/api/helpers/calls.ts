/** Every call of the client, once, with valid arguments and the type that it declares. */
import * as v from 'valibot';
import type { Client } from '../../../../lib/api/index.ts';

const text = v.string();
const textOrNull = v.nullable(v.string());
const code = v.pipe(v.string(), v.nonEmpty());
const count = v.nullable(v.pipe(v.number(), v.integer(), v.finite(), v.minValue(0)));
const decimal = v.nullable(v.pipe(v.number(), v.finite()));
const decimalText = v.nullable(v.pipe(v.string(), v.regex(/^[+-]?(\d*\.)?\d+$/), v.maxLength(200)));
const flag = v.nullable(v.boolean());
const time = v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)));
const address = v.nullable(v.pipe(v.string(), v.regex(/^https?:\/\//), v.url()));
const nothing = v.undefined();

const account = v.strictObject({
  email: textOrNull,
  balance: decimal,
  balanceText: v.nullable(v.pipe(v.string(), v.decimal())),
  storageUsed: count,
  storageLeft: count,
  storageUnlimited: v.boolean(),
  premiumExpires: time,
  serverTime: time,
});
const report = v.strictObject({
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  views: count,
  downloads: count,
  profitViews: decimal,
  profitTotal: decimal,
  profitViewsText: decimalText,
  profitTotalText: decimalText,
});
const takedown = v.strictObject({
  fileCode: code,
  folderId: textOrNull,
  protectedDownload: textOrNull,
  protectedEmbed: textOrNull,
  reportedOn: time,
  disabledOn: time,
});
const file = v.strictObject({
  fileCode: code,
  title: text,
  downloadUrl: address,
  singleImage: address,
  canPlay: flag,
  length: count,
  views: count,
  uploaded: time,
  isPublic: flag,
  folderId: textOrNull,
});
const details = {
  fileCode: code,
  title: text,
  size: count,
  length: count,
  canPlay: flag,
  uploaded: time,
  singleImage: address,
  splashImage: address,
  protectedEmbed: address,
  protectedDownload: address,
};
const info = v.variant('found', [
  v.strictObject({ found: v.literal(true), ...details, views: count, lastView: time }),
  v.strictObject({ found: v.literal(false), fileCode: code, msg: textOrNull }),
]);
const slots = { totalSlots: count, usedSlots: count };
const transfer = v.strictObject({
  fileCode: code,
  remoteUrl: text,
  status: text,
  phase: v.picklist(['pending', 'working', 'error', 'unknown']),
  bytesTotal: count,
  bytesDownloaded: count,
  created: time,
  folderId: textOrNull,
});
const action = v.strictObject({ msg: text });

export interface TableCall {
  readonly name: string;
  /** What it answers with, as a runtime check. */
  readonly declared: v.GenericSchema;
  readonly changes: boolean;
  run(client: Client, signal?: AbortSignal): Promise<unknown>;
}

export const tableOfCalls: readonly TableCall[] = [
  read('account.info', account, (c, o) => c.account.info(o)),
  read('account.reports', v.array(report), (c, o) => c.account.reports({ days: 3 }, o)),
  read('takedowns.list', v.array(takedown), (c, o) => c.takedowns.list({ page: 1, perPage: 10 }, o)),
  read('takedowns.iterate', v.array(takedown), (c, o) => firstOf(c.takedowns.iterate({}, o))),
  read('uploads.server', v.pipe(v.string(), v.url()), (c, o) => c.uploads.server(o)),
  change('uploads.send', v.strictObject({ ...details, fileCode: textOrNull, downloadUrl: address }), (c, o) =>
    c.uploads.send(new File(['some text'], 'some text.txt'), {}, o),
  ),
  change('remoteUploads.add', v.strictObject({ fileCode: code, title: textOrNull, ...slots }), (c, o) =>
    c.remoteUploads.add({ url: 'https://files.example/a.mp4', folderId: '0', title: 'A' }, o),
  ),
  read('remoteUploads.list', v.array(transfer), (c, o) => c.remoteUploads.list(o)),
  read('remoteUploads.status', v.nullable(transfer), (c, o) => c.remoteUploads.status('abc', o)),
  read('remoteUploads.slots', v.strictObject(slots), (c, o) => c.remoteUploads.slots(o)),
  change('remoteUploads.restartErrors', action, (c, o) => c.remoteUploads.restartErrors(o)),
  change('remoteUploads.clearErrors', action, (c, o) => c.remoteUploads.clearErrors(o)),
  change('remoteUploads.clearAll', action, (c, o) => c.remoteUploads.clearAll(o)),
  change('remoteUploads.delete', action, (c, o) => c.remoteUploads.delete('abc', o)),
  change('folders.create', v.strictObject({ folderId: code }), (c, o) =>
    c.folders.create({ name: 'A', parentId: '0' }, o),
  ),
  change('folders.rename', nothing, (c, o) => c.folders.rename('7', 'B', o)),
  read(
    'folders.list',
    v.strictObject({
      folders: v.array(v.strictObject({ folderId: code, name: text, code: textOrNull })),
      files: v.array(file),
    }),
    (c, o) => c.folders.list('0', { onlyFolders: false }, o),
  ),
  read(
    'files.list',
    v.strictObject({ files: v.array(file), totalPages: count, total: count, skipped: v.number() }),
    (c, o) => c.files.list({ page: 1, perPage: 200 }, o),
  ),
  read('files.iterate', v.array(file), (c, o) => firstOf(c.files.iterate({ folderId: '0' }, o))),
  read('files.check', v.strictObject({ fileCode: code, status: text, active: v.boolean() }), (c, o) =>
    c.files.check('abc', o),
  ),
  read('files.info', v.pipe(v.array(info), v.length(2)), (c, o) => c.files.info(['abc', 'def'], o)),
  read(
    'files.images',
    v.strictObject({
      fileCode: code,
      title: text,
      singleImage: address,
      thumbImage: address,
      splashImage: address,
    }),
    (c, o) => c.files.images('abc', o),
  ),
  change('files.rename', nothing, (c, o) => c.files.rename('abc', 'B', o)),
  change('files.move', nothing, (c, o) => c.files.move('abc', '0', o)),
  change(
    'files.clone',
    v.strictObject({
      fileCode: code,
      embedUrl: address,
      downloadUrl: address,
      protectedDownload: address,
      protectedEmbed: address,
    }),
    (c, o) => c.files.clone('abc', { folderId: '0' }, o),
  ),
  read('files.search', v.array(file), (c, o) => c.files.search('word', o)),
];

type Run = (client: Client, options: { signal: AbortSignal | undefined }) => Promise<unknown>;

function read(name: string, declared: v.GenericSchema, run: Run): TableCall {
  return { name, declared, changes: false, run: (client, signal) => run(client, { signal }) };
}

function change(name: string, declared: v.GenericSchema, run: Run): TableCall {
  return { ...read(name, declared, run), changes: true };
}

/** The first 50: hostile lists need not end. */
async function firstOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = [];
  for await (const entry of entries) {
    first.push(entry);
    if (first.length === 50) break;
  }
  return first;
}
