/** What a settings file would change, without what the user doesn't want. Pure. */
import { type Account, getAccountLabel } from '../../lib/accounts/account.ts';
import { findKnownAccount } from '../../lib/accounts/known-account.ts';
import { cleanText } from '../../lib/api/clean-text.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { addImported, type Rule } from '../../lib/links/rules.ts';
import type { Backup, BackupAccount } from '../../lib/settings/backup.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import { withMoreCount } from '../format/named-list.ts';
import { folderName } from '../format/names.ts';
import { destinationText, otherTargetLines, subjectText } from '../rules/wording.ts';
import { format, joinFacts, t } from '../text.ts';
import { settingValueText } from './setting-sections.ts';

export interface ImportItem {
  /** Unique within the file. */
  readonly id: string;
  readonly label: string;
  readonly details: readonly string[];
  readonly isWanted: boolean;
}

interface Present {
  readonly settings: Settings;
  readonly accounts: readonly Account[];
  readonly rules: readonly Rule[];
}

interface ImportItems {
  readonly settings: readonly ImportItem[];
  readonly accounts: readonly ImportItem[];
  readonly rules: readonly ImportItem[];
  /** Too many, or for links that already have one. */
  readonly rulesLeftOut: readonly string[];
}

const maxFolders = 10;
const maxNamed = 100;

/** "a, b and 7 more". */
export const boundedList = (names: readonly string[], max = maxNamed): string =>
  format.list(withMoreCount(names.slice(0, max), Math.max(0, names.length - max)));

const settingId = (name: string): string => `setting ${name}`;
const accountId = (id: string): string => `account ${id}`;
const ruleId = (at: number): string => `rule ${at}`;

export function listImportItems(backup: Backup, rules: readonly Rule[], present: Present): ImportItems {
  const named = backup.accounts.map((each) => toNamedAccount(each, present.accounts));
  const known = new Map(
    backup.accounts.map((each) => [each.id, findKnownAccount(present.accounts, each)?.id]),
  );
  const here = rules.map((rule) => ({ ...rule, accountId: known.get(rule.accountId) ?? rule.accountId }));
  const leftOut = new Set(addImported(present.rules, here).leftOut);
  return {
    settings: Object.entries(backup.settings)
      .filter(([name, value]) => present.settings[name as keyof Settings] !== value)
      .map(([name, value]) => describeSetting(name as keyof Settings, value)),
    accounts: backup.accounts.map((each) => ({
      id: accountId(each.id),
      label: getAccountLabel(toNamedAccount(each, present.accounts), named),
      details: describeAccount(each),
      isWanted: true,
    })),
    rules: here.flatMap((rule, at) =>
      leftOut.has(rule)
        ? []
        : describeRule(rules[at] ?? rule, at, named, (id) => known.get(id) !== undefined),
    ),
    rulesLeftOut: [...leftOut].map(({ host }) => host || t('rules.allLinks')),
  };
}

/** Keeps the id in the file. Has the local name of a known account. */
function toNamedAccount(each: BackupAccount, accounts: readonly Account[]): Account {
  const { id, address: baseUrl, email, nickname } = each;
  const known = findKnownAccount(accounts, each);
  if (known) return { ...known, id };
  return {
    id,
    baseUrl,
    email: email && cleanText(email),
    nickname: nickname && cleanText(nickname),
    addedAt: 0,
  };
}

/** A file's names may contain bidirectional controls that reorder the text around them. */
const withCleanFolder = <T extends { readonly folder: FolderRef }>(each: T): T => ({
  ...each,
  folder: { ...each.folder, name: cleanText(each.folder.name) },
});

function describeSetting(name: keyof Settings, value: unknown): ImportItem {
  const { label, text } = settingValueText(name, value);
  return { id: settingId(name), label: `${label}: ${cleanText(text)}`, details: [], isWanted: true };
}

function describeAccount({ email, address, publicAddress, ...folders }: BackupAccount): readonly string[] {
  const all = [folders.default, ...folders.pinned].filter((folder) => folder !== null);
  const names = new Set(all.map((folder) => cleanText(folderName(folder))));
  return [
    joinFacts([email && cleanText(email), address, publicAddress ?? null]),
    ...(names.size > 0 ? [boundedList([...names], maxFolders)] : []),
  ];
}

function describeRule(
  given: Rule,
  at: number,
  named: readonly Account[],
  isKnown: (accountId: string) => boolean,
): ImportItem {
  const { also = [], fallbacks = [], titlePattern } = given;
  const rule = {
    ...withCleanFolder(given),
    also: also.map(withCleanFolder),
    fallbacks: fallbacks.map(withCleanFolder),
    titlePattern: titlePattern && cleanText(titlePattern),
  };
  const targets = [rule, ...rule.also, ...rule.fallbacks];
  const foreign = new Set(targets.map((each) => each.accountId).filter((id) => !isKnown(id)));
  const findAccountName = (id: string) => {
    const account = named.find((each) => each.id === id);
    return account ? getAccountLabel(account, named) : t('rules.accountGone');
  };
  return {
    id: ruleId(at),
    label: rule.host === '' ? t('rules.allLinks') : subjectText(rule),
    details: [
      joinFacts([findAccountName(rule.accountId), destinationText(rule)]),
      ...otherTargetLines(rule, named).map(({ text }) => text),
      ...(rule.isForAll ? [t('rules.isForAll')] : []),
      ...(foreign.size > 0
        ? [t('backup.notYours', { list: format.list([...foreign].map(findAccountName)) })]
        : []),
    ],
    isWanted: foreign.size === 0,
  };
}

export function selectFromBackup(
  backup: Backup,
  rules: readonly Rule[],
  isWanted: (id: string) => boolean,
): { readonly backup: Backup; readonly without: readonly string[] } {
  const settings = Object.entries(backup.settings).filter(([name]) => isWanted(settingId(name)));
  return {
    backup: {
      ...backup,
      settings: Object.fromEntries(settings),
      storage: { rules: rules.filter((_, at) => isWanted(ruleId(at))) },
    },
    without: backup.accounts.map(({ id }) => id).filter((id) => !isWanted(accountId(id))),
  };
}
