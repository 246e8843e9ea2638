import { describe, expect, it, vi } from 'vitest';
import { detailsModel } from '../../../../components/files/details/details-model.ts';
import { getCapabilities } from '../../../../lib/api/index.ts';
import type { CatalogFile } from '../../../../lib/catalog/file.ts';
import type { FileDetailsAnswer } from '../../../../lib/protocol.ts';

const file: CatalogFile = {
  fileCode: 'c',
  title: 'Rabbit',
  folderId: '7',
  uploaded: 0,
  length: 60,
  views: 2,
  size: null,
  lastView: null,
  detailsReadAt: null,
  canPlay: true,
  isPublic: false,
};
const answer = (info: Partial<FileDetailsAnswer['info']>): FileDetailsAnswer => ({
  info: {
    found: true,
    fileCode: 'c',
    title: 'Hare',
    size: 1_000_000,
    length: 61,
    views: 3,
    canPlay: false,
    uploaded: '2026-11-20 12:00:00',
    lastView: null,
    neverViewed: true,
    singleImage: 'https://x.example/1',
    splashImage: null,
    protectedDownload: 'https://x.example/d/p',
    protectedEmbed: 'https://x.example/e/p',
    status: 200,
    ...info,
  } as FileDetailsAnswer['info'],
  status: 'Active',
  encoding: [],
  images: {
    fileCode: 'c',
    found: true,
    title: 'Hare',
    status: 200,
    msg: null,
    singleImage: 'https://x.example/1',
    splashImage: 'https://x.example/2',
    thumbImage: null,
  } as FileDetailsAnswer['images'],
});
type Given = Parameters<typeof detailsModel>;
const model = (found: Given[0], answered: Given[1], addresses: Given[2]) =>
  detailsModel(found, answered, addresses, getCapabilities());
const facts = (of: ReturnType<typeof detailsModel>) => Object.fromEntries(of.facts);

describe('the details of a file', () => {
  it('come from the catalog until the service responds', () => {
    const before = model(file, null, {
      image: 'https://x.example/0',
      download: 'https://x.example/d/c',
    });
    expect(before).toMatchObject({ title: 'Rabbit', folderId: '7', download: 'https://x.example/d/c' });
    expect(before.images).toEqual(['https://x.example/0']);
    expect(facts(before)).toMatchObject({
      'files.column.size': null,
      'files.fact.views': '2',
      'files.column.lastView': null,
      'files.fact.length': '1:00',
    });
  });

  it('are completed with the service’s response', () => {
    const after = model(file, answer({}), null);
    expect(after.canPlay).toBe(false);
    expect(after.images).toEqual(['https://x.example/1', 'https://x.example/2']);
    expect(facts(after)['files.column.size']).toBe('1 MB');
  });

  it.each([
    ['is the catalog’s until the service responds', { lastView: 1_763_640_000 }, null, /Nov 20, 2025/],
    ['was never, as the catalog knows', { lastView: 0 }, null, /^Never$/],
    ['was never, as the service says', {}, { lastView: null, neverViewed: true }, /^Never$/],
    ['is a time', {}, { lastView: '2026-11-20 09:12:00', neverViewed: false }, /Nov 20, 2026/],
    ['is in the service’s words', {}, { lastView: 'yesterday', neverViewed: false }, /^yesterday$/],
    [
      'is unknown where the service says nothing',
      { lastView: 0 },
      { lastView: null, neverViewed: false },
      null,
    ],
  ])('say of the last view that it %s', (_, known, info, expected) => {
    const value = facts(model({ ...file, ...known }, info && answer(info), null))['files.column.lastView'];
    if (expected === null) expect(value).toBeNull();
    else expect(value).toMatch(expected);
  });

  it('name a known status in the user’s language', async () => {
    vi.resetModules();
    vi.stubGlobal('location', { search: '?locale=de' });
    const { detailsModel } = await import('../../../../components/files/details/details-model.ts');
    // Other test files share the modules.
    vi.unstubAllGlobals();
    vi.resetModules();
    const status = (word: string) =>
      facts(detailsModel(file, { ...answer({}), status: word }, null, getCapabilities()))[
        'files.fact.status'
      ];
    expect(['Active', 'disabled', 'On tape'].map(status)).toEqual(['Aktiv', 'Gesperrt', 'On tape']);
  });

  it('prefer the catalog, which the response has updated and which may be newer', () => {
    const after = model({ ...file, size: 2_000_000 }, answer({}), null);
    expect(after.title).toBe('Rabbit');
    expect(facts(after)).toMatchObject({
      'files.fact.views': '2',
      'files.fact.length': '1:00',
      'files.column.size': '2 MB',
    });
    const nameless = model({ ...file, title: '', views: null }, answer({}), null);
    expect(nameless.title).toBe('Hare');
    expect(facts(nameless)['files.fact.views']).toBe('3');
  });

  it('come only from the service if the catalog lacks the file', () => {
    const alone = model(null, answer({}), null);
    expect(alone).toMatchObject({ title: 'Hare', folderId: null, download: null });
    expect(facts(alone)['files.column.uploaded']).toContain('2026');
    expect(model(null, null, null)).toMatchObject({ title: null, images: [] });
  });

  it('leave out values that the host never reports, unless the catalog has them', () => {
    const { hasFileSizes, canCheckFile } = getCapabilities('sibling');
    const silent = { hasFileSizes, canCheckFile };
    const names = facts(detailsModel(file, { ...answer({ size: null }), status: null }, null, silent));
    expect(Object.keys(names)).not.toContain('files.column.size');
    expect(Object.keys(names)).not.toContain('files.fact.status');
    const sized = facts(detailsModel({ ...file, size: 2_000_000 }, null, null, silent));
    expect(sized['files.column.size']).toBe('2 MB');
  });
});
