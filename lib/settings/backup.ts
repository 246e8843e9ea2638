/**
 * The file that settings are exported to and imported from. It contains API keys only in encrypted form (`background/key-cipher.ts`). A
 * file may come from anywhere: each entry is accepted whole or not at all, and what is left out is named. Pure.
 */
import { isUnencrypted, parseServiceAddress } from '../api/address.ts';
import { type DialectName, isDialectName } from '../api/index.ts';
import { hasShape } from '../storage/shape.ts';
import { defaults, readSettings, type Settings } from './settings.ts';

interface BackupFolder {
  readonly id: string;
  readonly name: string;
}

export interface BackupFolders {
  readonly default: BackupFolder | null;
  readonly pinned: readonly BackupFolder[];
}

export interface BackupAccount extends BackupFolders {
  /** As in the profile that it was exported from. */
  readonly id: string;
  readonly address: string;
  readonly dialect?: DialectName | undefined;
  readonly email: string | null;
  readonly nickname?: string | undefined;
  readonly publicAddress?: string | undefined;
  /** Checked when accounts are read. */
  readonly deletesAfterDays?: number | undefined;
}

/** Binary values are in Base64. */
export interface EncryptedKeys {
  readonly iterations: number;
  readonly salt: string;
  readonly iv: string;
  readonly data: string;
}

export interface Backup {
  /** Only those in the file. */
  readonly settings: Partial<Settings>;
  readonly accounts: readonly BackupAccount[];
  /** Further entries of `storage.local`. Each is checked when it is imported. */
  readonly storage: { readonly rules?: unknown };
  readonly keys: EncryptedKeys | null;
}

export interface ReadBackup {
  readonly backup: Backup;
  /** Names of entries that can't be used. */
  readonly leftOut: readonly string[];
}

/** Why nothing in a file can be used. */
export type BackupProblem = 'too-large' | 'no-backup' | 'newer';

export const maxBackupLength = 1_000_000;
const maxAccounts = 100;
const maxPinned = 200;
const maxTextLength = 2_000;
/** How many left-out entries are named. */
const maxNamed = 100;

const format = 'linkhaul-settings';
const version = 1;

export function writeBackup(backup: Backup): string {
  return `${JSON.stringify({ format, version, ...backup }, null, 2)}\n`;
}

export function readBackup(text: string): ReadBackup | BackupProblem {
  if (text.length > maxBackupLength) return 'too-large';
  const file = parseJson(text);
  if (!isRecord(file) || file['format'] !== format || typeof file['version'] !== 'number') return 'no-backup';
  if (file['version'] > version) return 'newer';

  const leftOut: string[] = [];
  const given = isRecord(file['settings']) ? file['settings'] : {};
  const valid = readSettings(given);
  const settings = Object.entries(given).filter(([name, value]) => {
    const isBounded = typeof value !== 'string' || value.length <= maxTextLength;
    const isTaken = Object.hasOwn(defaults, name) && valid[name as keyof Settings] === value && isBounded;
    if (!isTaken) leftOut.push(name.slice(0, 40));
    return isTaken;
  });
  const ids = new Set<string>();
  const accounts = toArray(file['accounts']).flatMap((entry, at) => {
    const read = at < maxAccounts ? readAccount(entry) : null;
    // Rules name accounts by their ids, so each id may belong to only one account.
    const account = read && !ids.has(read.id) ? read : null;
    if (account) ids.add(account.id);
    if (account === null) leftOut.push(`accounts[${at}]`);
    return account ?? [];
  });
  const { rules } = isRecord(file['storage']) ? file['storage'] : {};
  const { keys } = file;
  if (keys != null && !isEncryptedKeys(keys)) leftOut.push('keys');
  return {
    backup: {
      settings: Object.fromEntries(settings),
      accounts,
      storage: rules === undefined ? {} : { rules },
      keys: isEncryptedKeys(keys) ? keys : null,
    },
    leftOut:
      leftOut.length <= maxNamed ? leftOut : [...leftOut.slice(0, maxNamed), `+${leftOut.length - maxNamed}`],
  };
}

/** Hosts that would get the file's keys unencrypted. The user decides about them before the import. */
export function listUnencryptedHosts({ accounts, keys }: Backup): readonly string[] {
  if (keys === null) return [];
  const urls = accounts.map(({ address }) => new URL(address));
  return [...new Set(urls.filter(isUnencrypted).map(({ host }) => host))];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readAccount(entry: unknown): BackupAccount | null {
  if (!isRecord(entry)) return null;
  const { id, address, dialect, email = null, nickname, publicAddress, deletesAfterDays } = entry;
  const { default: chosen = null, pinned = [] } = entry;
  if (!isText(id) || !isServiceAddress(address) || !hasShape(email, [isText, null])) return null;
  if (!hasShape(dialect, [isDialectName, undefined]) || !hasShape(nickname, [isText, undefined])) return null;
  if (!hasShape(publicAddress, [isServiceAddress, undefined])) return null;
  if (!hasShape(deletesAfterDays, [Number, undefined]) || !hasShape(chosen, [isFolder, null])) return null;
  if (!Array.isArray(pinned) || pinned.length > maxPinned || !pinned.every(isFolder)) return null;
  return {
    ...{ id, address, email },
    ...(dialect && { dialect }),
    ...(nickname && { nickname }),
    ...(publicAddress && { publicAddress }),
    ...(deletesAfterDays !== undefined && { deletesAfterDays }),
    default: chosen && toFolder(chosen),
    pinned: pinned.map(toFolder),
  };
}

const toFolder = ({ id, name }: BackupFolder): BackupFolder => ({ id, name });

/** Only in the form that Linkhaul itself writes, which the keys are encrypted for. */
function isServiceAddress(address: unknown): address is string {
  try {
    return isText(address) && parseServiceAddress(address) === address;
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxTextLength;
const isFolder = (value: unknown): value is BackupFolder =>
  hasShape(value, { id: String, name: String }) && isText(value.id) && value.name.length <= maxTextLength;

const isEncryptedKeys = (value: unknown): value is EncryptedKeys =>
  hasShape(value, { iterations: Number, salt: String, iv: String, data: String }) &&
  Number.isSafeInteger(value.iterations);
