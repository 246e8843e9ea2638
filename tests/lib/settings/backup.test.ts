import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Backup,
  listUnencryptedHosts,
  maxBackupLength,
  readBackup,
  writeBackup,
} from '../../../lib/settings/backup.ts';
import { defaults, settingTable } from '../../../lib/settings/settings.ts';

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
const folder = fc.record({ id: text, name: fc.string() });
const host = fc.constantFrom('https://files.example', 'http://127.0.0.1:8080', 'https://a.example/host');
const backups: fc.Arbitrary<Backup> = fc.record({
  settings: fc.record(
    {
      oneClick: fc.boolean(),
      theme: fc.constantFrom(...(settingTable.theme.values ?? [])),
      copyTemplate: fc.string(),
    },
    { requiredKeys: [] },
  ),
  accounts: fc.uniqueArray(
    fc.record({
      id: text,
      address: host,
      email: fc.option(text),
      default: fc.option(folder),
      pinned: fc.array(folder),
    }),
    { maxLength: 5, selector: ({ id }) => id },
  ),
  storage: fc.constant({}),
  keys: fc.option(fc.record({ iterations: fc.nat(), salt: text, iv: text, data: text })),
});

describe('a backup file', () => {
  it('is read unchanged', () => {
    fc.assert(
      fc.property(backups, (backup) => {
        expect(readBackup(writeBackup(backup))).toEqual({ backup, leftOut: [] });
      }),
    );
  });

  it('is rejected or read in part when damaged, and never throws', () => {
    fc.assert(
      fc.property(backups, fc.nat(), fc.string({ maxLength: 3 }), (backup, at, put) => {
        const whole = writeBackup(backup);
        const from = at % whole.length;
        const read = readBackup(whole.slice(0, from) + put + whole.slice(from + 1));
        if (typeof read === 'string') expect(['no-backup', 'newer']).toContain(read);
        else expect(Object.keys(defaults)).toEqual(expect.arrayContaining(Object.keys(read.backup.settings)));
      }),
    );
  });

  it('may contain anything', () => {
    const entries = { format: fc.constant('linkhaul-settings'), version: fc.constant(1) };
    const anything = fc.anything({ maxDepth: 3 });
    const file = fc.record({
      ...entries,
      settings: anything,
      accounts: anything,
      keys: anything,
      storage: anything,
    });
    fc.assert(
      fc.property(file, (each) => {
        expect(readBackup(JSON.stringify(each))).toBeTypeOf('object');
      }),
    );
  });

  it.each([
    ['', 'no-backup'],
    ['{', 'no-backup'],
    ['[]', 'no-backup'],
    ['{"format":"other","version":1}', 'no-backup'],
    ['{"format":"linkhaul-settings","version":"1"}', 'no-backup'],
    ['{"format":"linkhaul-settings","version":2}', 'newer'],
    [' '.repeat(maxBackupLength + 1), 'too-large'],
  ])('%#: is rejected', (file, problem) => {
    expect(readBackup(file)).toBe(problem);
  });

  it('reports what is left out', () => {
    const account = { id: 'a', address: 'https://files.example', email: null };
    const file = {
      format: 'linkhaul-settings',
      version: 1,
      settings: { oneClick: true, theme: 'sepia', other: 1, __proto__: null },
      accounts: [
        account,
        { ...account, address: 'javascript:0' },
        { ...account, address: 'https://files.example/' },
        7,
      ],
      keys: { salt: 1 },
      storage: { keys: [['a', 'the key']] },
    };
    expect(readBackup(JSON.stringify(file))).toEqual({
      backup: {
        settings: { oneClick: true },
        accounts: [{ ...account, default: null, pinned: [] }],
        storage: {},
        keys: null,
      },
      leftOut: ['theme', 'other', 'accounts[1]', 'accounts[2]', 'accounts[3]', 'keys'],
    });
  });

  it.each([
    { email: 7 },
    { nickname: {} },
    { nickname: 'x'.repeat(500_000) },
    { publicAddress: 'javascript:0' },
    { deletesAfterDays: '60' },
    { dialect: 'other' },
    { default: { id: '7' } },
    { default: { id: '7', name: 'x'.repeat(500_000) } },
    { pinned: [{ id: '7', name: 'Films' }, 7] },
    { pinned: 'Films' },
  ])('has no account with %j: it is left out completely', (change) => {
    const account = { id: 'a', address: 'https://files.example', email: null, ...change };
    const file = { format: 'linkhaul-settings', version: 1, accounts: [account] };
    expect(readBackup(JSON.stringify(file))).toMatchObject({
      backup: { accounts: [] },
      leftOut: ['accounts[0]'],
    });
  });

  it('has no two accounts with the same id, so that a rule names only one', () => {
    const account = { id: 'a', address: 'https://files.example', email: null };
    const accounts = [account, { ...account, address: 'https://evil.example' }];
    expect(readBackup(JSON.stringify({ format: 'linkhaul-settings', version: 1, accounts }))).toMatchObject({
      backup: { accounts: [{ address: 'https://files.example' }] },
      leftOut: ['accounts[1]'],
    });
  });

  it('has no settings except those that the pages offer, and names everything left out', () => {
    const settings = {
      filesAtOnce: 1_000_000,
      filesView: 'x',
      copyTemplate: 'x'.repeat(500_000),
      ...Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`other${at}`, at])),
    };
    const read = readBackup(JSON.stringify({ format: 'linkhaul-settings', version: 1, settings }));
    if (typeof read === 'string') throw new Error(read);
    expect(read.backup.settings).toEqual({});
    expect(read.leftOut).toHaveLength(101);
    expect(read.leftOut.slice(0, 3)).toEqual(['filesAtOnce', 'filesView', 'copyTemplate']);
    expect(read.leftOut.at(-1)).toBe('+53');
  });

  it('names the hosts that would get its keys unencrypted', () => {
    const addresses = [
      'https://files.example',
      'http://nas.example:8080',
      'http://nas.example:8080/sub',
      'http://127.0.0.1.evil.example',
      'http://127.0.0.1:8080',
      'http://localhost',
    ];
    const accounts = addresses.map((address, at) => ({
      id: `${at}`,
      address,
      email: null,
      default: null,
      pinned: [],
    }));
    const keys = { iterations: 1, salt: '', iv: '', data: '' };
    const backup = { settings: {}, accounts, storage: {}, keys };
    expect(listUnencryptedHosts(backup)).toEqual(['nas.example:8080', '127.0.0.1.evil.example']);
    expect(listUnencryptedHosts({ ...backup, keys: null })).toEqual([]);
  });
});
