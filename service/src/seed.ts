/**
 * Fills an account with random folders, files and reports. The same options give the same data. 100,000 files take a
 * few seconds.
 */
import { copyFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { addDays, day, nowSeconds } from './date-time.ts';
import { seededRandom } from './fault-plan.ts';
import { inspectMedia } from './media.ts';
import type { Store } from './store/store.ts';

export type SeedOptions = {
  /** Email address. Created if missing. */
  account: string;
  files: number;
  folders: number;
  takedowns?: number; // how many files are taken down, default 0
  seed?: number; // default 1
} & FileAge;

/** Fractions are allowed. */
export interface FileAge {
  /** Default for a seeded file: random, up to three years. */
  uploadedDaysAgo?: number;
  /** `null` = never. Default for a seeded file with views: random, since its upload. */
  viewedDaysAgo?: number | null;
}

export interface SeedResult {
  files: number;
  folders: number;
  milliseconds: number;
}

const samplePath = fileURLToPath(new URL('../sample/sample.webm', import.meta.url));

const adjectives =
  'amber brave calm distant early faint golden hidden icy jolly kind late mild narrow open quiet rapid silent tall wild'.split(
    ' ',
  );
const nouns =
  'bridge canal dune evening ferry garden harbour island journey kitchen lantern meadow night orchard pier quarry river station tunnel valley'.split(
    ' ',
  );
const places =
  'Århus Bergen Coímbra Dresden Évora Füssen Gdańsk Hoorn Ischia Jávea Kraków Łódź Málaga Nîmes Oulu'.split(
    ' ',
  );
const titleKinds = ['clip', 'lecture', 'interview', 'walk', 'concert', 'timelapse', 'episode'];
const nestedShare = 0.6;
const reportDays = 90;
const daySeconds = 86_400;
const yearsSeconds = 3 * 365 * daySeconds;

/** @throws RangeError if an age isn't a number of days */
export function readAge(
  { uploadedDaysAgo, viewedDaysAgo }: FileAge,
  now: number,
): { uploaded?: number | undefined; lastView?: number | null | undefined } {
  const before = (days: number | undefined) => {
    if (days === undefined) return undefined;
    if (!Number.isFinite(days) || days < 0)
      throw new RangeError('An age must be a number of days, 0 or more.');
    return now - Math.round(days * daySeconds);
  };
  return {
    uploaded: before(uploadedDaysAgo),
    lastView: viewedDaysAgo === null ? null : before(viewedDaysAgo),
  };
}

/** Every file plays the sample clip. @throws RangeError for wrong counts. */
export async function seed(store: Store, options: SeedOptions): Promise<SeedResult> {
  const { takedowns = 0 } = options;
  for (const count of [options.files, options.folders, takedowns]) {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError('"files", "folders" and "takedowns" must be whole numbers, 0 or more.');
  }
  if (takedowns > options.files) throw new RangeError('"takedowns" must not be more than "files".');
  const started = performance.now();
  const random = seededRandom(options.seed ?? 1);
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  // A separate generator, so that the other random values stay the same.
  const viewRandom = seededRandom((options.seed ?? 1) + 1);
  const pick = (list: readonly string[]) => list[randomBelow(list.length)] ?? '';
  const now = nowSeconds();
  const age = readAge(options, now);
  const media = await inspectMedia(samplePath, 'sample.webm');
  const { size } = await stat(samplePath);
  const part = store.partPath();
  copyFileSync(samplePath, part);
  const name = store.keepPart(part);

  store.database.transaction(() => {
    const account = store.accounts.ensure(options.account, now);
    const blob = store.files.addBlob({ name, size, ...media });
    const folders = [0];
    for (let index = 1; index <= options.folders; index += 1) {
      const parent = random() < nestedShare ? (folders[randomBelow(folders.length)] ?? 0) : 0;
      folders.push(store.folders.create(account.id, `${pick(places)} ${pick(nouns)} ${index}`, parent, now));
    }
    for (let index = 1; index <= options.files; index += 1) {
      const title = `${pick(adjectives)} ${pick(nouns)} ${pick(places)} ${pick(titleKinds)} ${index}`;
      const file = {
        accountId: account.id,
        folderId: folders[randomBelow(folders.length)] ?? 0,
        title,
        extension: '.webm',
        uploaded: age.uploaded ?? now - randomBelow(yearsSeconds),
      };
      const length = 5 + randomBelow(7200);
      const claims = { size: length * (1000 + randomBelow(7000)), length, views: randomBelow(1000) };
      const seen = file.uploaded + Math.floor(viewRandom() * (now - file.uploaded));
      const lastView = age.lastView === undefined && claims.views > 0 ? seen : (age.lastView ?? null);
      const code = store.files.add(file, blob, { ...claims, lastView });
      const added = index <= takedowns ? store.files.byCode(code) : undefined;
      if (added) store.takedowns.add(added.id, now);
    }
    for (let ago = 0; ago < reportDays; ago += 1) {
      const views = randomBelow(5000);
      store.accounts.count(account.id, addDays(day(now), -ago), views, randomBelow(views + 1));
    }
  });
  return {
    files: options.files,
    folders: options.folders,
    milliseconds: Math.round(performance.now() - started),
  };
}
