/**
 * Every message between pages and background, in one typed map.
 *
 * Pages read catalog, uploads, activity, accounts and settings straight from the extension's own storage;
 * they act only by these messages, and hear of changes through the live port (`LiveNote`). A message is added by one
 * line in `Messages` and one in the background's table of handlers.
 */
import type { Account } from './accounts/account.ts';
import type {
  AccountInfo,
  DailyReport,
  FileImages,
  FoundFile,
  RemoteUploadSlots,
  Takedown,
  Transfer,
} from './api/index.ts';
import type { BulkWork } from './bulk/work.ts';
import type { CatalogFile, FileAddresses } from './catalog/file.ts';
import type { FolderRef } from './folders/folder.ts';
import type { CollectedLink } from './links/collected.ts';
import type { LinkDraft } from './links/link.ts';
import type { Backup, EncryptedKeys } from './settings/backup.ts';
import type { Settings } from './settings/settings.ts';
import type { StorageFailure } from './storage/database.ts';
import type { FileUploadGrant } from './uploads/file-sender.ts';
import type { FileResult } from './uploads/file-uploads.ts';
import type { LocalFile } from './uploads/local-file.ts';
import type { RuleDraft } from './uploads/rules.ts';
import type { Upload } from './uploads/upload.ts';
import type { Destination, FileProgress } from './uploads/uploads.ts';

/** What the picker was opened for. */
export interface Pick {
  /**
   * `choose`: the user chose "Choose folder…". `duplicate`: the links are waiting or under way already and go out
   * only if the user says so. `unusable`: what was clicked holds no address that a service could fetch. `unreadable`:
   * the browser keeps extensions out of the page whose links were asked for. `fault`: a fault of Linkhaul's own.
   */
  readonly reason: 'choose' | 'duplicate' | 'unusable' | 'unreadable' | 'fault';
  /** Whose folders are to choose from; another one may have become current since the click. */
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  /** For `unusable` and `fault`: what was clicked. */
  readonly clicked: string | null;
  /** For `fault`: what is known of it. */
  readonly problem?: Problem | undefined;
}

/** What a rule for the pick's folder is about. */
export type RuleSubject = Omit<RuleDraft, 'accountId' | 'folder'>;

/** What the user's rules say of links. */
export interface RuleSuggestion {
  readonly folder: FolderRef;
  /** For one link; null where they say nothing of its title. */
  readonly title: string | null;
}

/** A pick as its page is told of it. */
export interface OpenedPick extends Pick {
  /** Nothing of the links may be remembered. */
  readonly private: boolean;
  readonly suggestion: RuleSuggestion | null;
}

/** The links of a page, gathered for the user to choose from. */
export interface Collection {
  /** Whose folders are to choose from; another one may have become current since they were gathered. */
  readonly accountId: string;
  readonly pageTitle: string;
  readonly pageUrl: string;
  /** In the page's order, each address once. */
  readonly links: readonly CollectedLink[];
  /** Links beyond those that are shown, because a page may have any number. */
  readonly left: number;
}

/** Titles that the user gave to links, by address. */
export type TypedTitles = Readonly<Record<string, string>> | undefined;

/** What became of links that were handed over. */
export interface SendOutcome {
  /** How many were put into the queue. */
  readonly queued: number;
  /** Addresses that were held back because they are waiting, under way or in the account already; they can be sent anyway. */
  readonly duplicates: readonly string[];
  /** Texts that are no address that a service could fetch. */
  readonly invalid: readonly string[];
  /** Where they went, where the user's rules or the default chose it. */
  readonly folders?: readonly FolderRef[] | undefined;
}

/** A connected account with what the service says about it right now. */
export interface ConnectedAccount extends AccountInfo {
  readonly account: Account;
  /** Null where it was not asked for them, or does not say. */
  readonly slots: RemoteUploadSlots | null;
}

/** A file that was reported for takedown. */
export interface ListedTakedown extends Takedown {
  /** It joined the list after the user had first seen it, and was first seen less than a day ago. */
  readonly isNew: boolean;
}

/** What the service says of one file. */
export interface FileDetailsAnswer {
  readonly info: FoundFile;
  /** The service's own word, such as "Active"; null where it says none. */
  readonly status: string | null;
  /** Null where the service has none, or does not say. */
  readonly images: FileImages | null;
}

/** A file that the service's own search found. */
export interface FoundByService extends CatalogFile, FileAddresses {}

/** Name of a message → what it carries → what it answers. */
export interface Messages {
  /** Checks address and key with the service; on success the account is stored and current. */
  'accounts.connect': { request: { address: string; key: string }; response: ConnectedAccount };
  'accounts.select': { request: { accountId: string }; response: null };
  'accounts.remove': { request: { accountId: string }; response: null };
  /** The account as the service describes it now; the upload slots cost another request. */
  'accounts.check': {
    request: { accountId: string; withSlots?: boolean | undefined };
    response: ConnectedAccount;
  };
  /** All files of the account that were reported for takedown; remembers them, to tell later which are new. */
  'takedowns.list': { request: { accountId: string }; response: readonly ListedTakedown[] };

  /** Puts links into the queue of an account (the current one where none is named). Without a folder the user's rules choose. */
  'links.send': {
    request: {
      links: readonly LinkDraft[];
      folder?: FolderRef | undefined;
      accountId?: string | undefined;
      /** Send even what is already waiting or under way. */
      anyway?: boolean | undefined;
      private?: boolean | undefined;
    };
    response: SendOutcome;
  };

  /** Puts files of the user's into the queue; the page sends their bytes. `addressKey` says which file it is (`fileKey`). */
  'uploads.addFiles': {
    request: Destination & { files: readonly LocalFile[]; anyway?: boolean | undefined };
    response: {
      readonly added: readonly Upload[];
      readonly existing: readonly Upload[];
      /** `addressKey`s of those that were held back because a file of that title is in the folder. */
      readonly sameTitle: readonly string[];
    };
  };
  /** The one upload address and key for a file whose turn it is; null: its record says why it has to wait. */
  'uploads.beginFile': {
    request: { id: string };
    response: FileUploadGrant | null;
  };
  'uploads.endFile': { request: { id: string; result: FileResult }; response: null };
  'uploads.measureFiles': { request: { samples: readonly FileProgress[] }; response: null };

  /** Sends what waits, was refused or has vanished now. */
  'uploads.retry': { request: { id: string }; response: null };
  /** Looks again for evidence of an uncertain upload. */
  'uploads.checkAgain': { request: { id: string }; response: null };
  /** Sends an uncertain upload again, by the user's decision. */
  'uploads.sendAgain': { request: { id: string }; response: null };
  /** Takes out what waits or was refused, puts away what has ended; the service is not asked. */
  'uploads.remove': { request: { id: string }; response: null };
  'uploads.setFolder': { request: { id: string; folder: FolderRef }; response: null };
  /** Moves queued uploads, in the order given, before another one (null: to the end). */
  'uploads.reorder': {
    request: { accountId: string; ids: readonly string[]; beforeId: string | null };
    response: null;
  };
  /** Nothing more goes out until it is resumed, also after a restart. */
  'uploads.pause': { request: Record<never, never>; response: null };
  'uploads.resume': { request: Record<never, never>; response: null };
  /** Asks the service for its transfers now. */
  'uploads.poll': { request: { accountId: string }; response: null };
  'uploads.restartFailed': { request: { accountId: string }; response: { msg: string } };
  'uploads.clearFailed': { request: { accountId: string }; response: { msg: string } };
  'uploads.clearAll': { request: { accountId: string }; response: { msg: string } };
  /** What the service says of an upload's transfer now; null where it lists none. */
  'uploads.transfer': { request: { id: string }; response: Transfer | null };
  /** Deletes a transfer at the service. */
  'uploads.deleteTransfer': { request: { id: string }; response: null };
  /** Deletes the second transfer that the service made of one link; of a file only the remark goes. */
  'uploads.removeTwin': { request: { id: string; fileCode: string }; response: null };

  /** The folders right inside a folder ("0" is the root), of the current account where none is named. */
  'folders.list': {
    request: { folderId: string; accountId?: string | undefined };
    response: readonly FolderRef[];
  };
  'folders.create': {
    request: { name: string; parentId: string; accountId?: string | undefined };
    response: FolderRef;
  };
  /** Answers with the folder as the service calls it now. */
  'folders.rename': { request: { accountId: string; folderId: string; name: string }; response: FolderRef };
  'folders.setDefault': { request: { accountId: string; folder: FolderRef }; response: null };
  'folders.pin': {
    request: { accountId: string; folder: FolderRef; pinned: boolean };
    response: null;
  };

  /** A page shows a folder (null: all files): the catalog is brought up to date, beginning there. Answers at once. */
  'catalog.visit': { request: { accountId: string; folderId: string | null }; response: null };
  /** Looks for changes now, however lately that was done; answers when done. */
  'catalog.refresh': { request: { accountId: string; folderId: string | null }; response: null };
  /** Stops reading the account, until told to go on. */
  'catalog.stop': { request: { accountId: string }; response: null };
  /** Reads the whole account again: what the catalog has of it is damaged. */
  'catalog.readAgain': { request: { accountId: string }; response: null };
  'catalog.resume': { request: { accountId: string }; response: null };

  /** Everything that the service knows of a file; the catalog learns it too. */
  'files.details': { request: { accountId: string; fileCode: string }; response: FileDetailsAnswer };
  /** What the service's own search finds, read as far as it can be. */
  'files.search': { request: { accountId: string; term: string }; response: readonly FoundByService[] };

  /**
   * Views, downloads and profit by day, both days (`YYYY-MM-DD`) included, as far as the service reports them; `lastDays`
   * instead: so many days up to the day that it is for the service.
   */
  'reports.read': {
    request: { accountId: string; from: string; to: string; lastDays?: number | undefined };
    response: readonly DailyReport[];
  };

  /** Begins work on files, one or thousands; answers once it is stored, with the job's id. */
  'bulk.start': { request: { accountId: string; work: BulkWork }; response: { id: string } };
  'bulk.stop': { request: { id: string }; response: null };
  'bulk.resume': { request: { id: string }; response: null };
  /** Begins the work that takes a job back. */
  'bulk.undo': { request: { id: string }; response: { id: string } };
  /** Tries what failed once more. */
  'bulk.retry': { request: { id: string }; response: null };
  /** The user's decision about clones in doubt (null: all of the job): made once more, or taken for made. */
  'bulk.decide': { request: { id: string; fileCode: string | null; again: boolean }; response: null };
  /** Takes an ended job out of sight. */
  'bulk.dismiss': { request: { id: string }; response: null };

  'activity.clear': { request: Record<never, never>; response: null };

  /** Adds a rule, in the place of one for the same links. */
  'rules.save': { request: RuleDraft; response: null };
  /** What the rules say of links that are to be sent together without a chosen folder. */
  'rules.suggest': {
    request: { accountId: string; links: readonly LinkDraft[] };
    response: RuleSuggestion | null;
  };
  'rules.remove': { request: { id: string }; response: null };

  'settings.change': { request: Partial<Settings>; response: null };

  /** The keys of these accounts, encrypted for a file that names them in the same order. */
  'backup.encryptKeys': {
    request: { passphrase: string; accounts: readonly { id: string; address: string }[] };
    response: EncryptedKeys;
  };
  /**
   * Takes over settings, folders and the accounts whose keys came along (none without a passphrase). Answers which accounts,
   * by their ids in the file, were added, and which are still to be connected.
   */
  'backup.import': {
    request: { backup: Backup; passphrase: string | null };
    response: { added: readonly string[]; missing: readonly string[] };
  };

  /** What the picker was opened for; it asks with the id from its address. */
  'picker.open': { request: { pick: string }; response: OpenedPick };
  /** Sends what the picker was opened for. */
  'picker.send': {
    request: {
      pick: string;
      folder: FolderRef;
      pin: boolean;
      titles?: TypedTitles;
      /** To be remembered, where the pick is not from a private window. */
      rule?: RuleSubject | undefined;
    };
    response: SendOutcome;
  };

  /** Gathers the links of the active tab and opens the page to choose from them. */
  'collect.start': { request: Record<never, never>; response: null };
  /** What was gathered; the page asks with the id from its address (`collect.html?collection=<id>`). */
  'collect.open': { request: { collection: string }; response: Collection };
  /** Sends the chosen ones of them. */
  'collect.send': {
    request: {
      collection: string;
      urls: readonly string[];
      /** None: the user's rules choose. */
      folder?: FolderRef | undefined;
      anyway?: boolean | undefined;
      titles?: TypedTitles;
    };
    response: SendOutcome;
  };
}

export type MessageName = keyof Messages;
export type Request<N extends MessageName> = Messages[N]['request'];
export type Response<N extends MessageName> = Messages[N]['response'];

/** Why a message could not be carried out, in a form that crosses from background to page. */
export interface Problem {
  /** `ApiError.code`, or one of ours: the interface has a sentence for each. */
  readonly code: ProblemCode;
  /** The service's own words; null where it said none. */
  readonly msg: string | null;
  /** For the `storage-…` codes: which store is unwell. */
  readonly store?: string | undefined;
}

export type ProblemCode =
  | 'rate-limited'
  | 'quota-exceeded'
  | 'unauthorized'
  | 'not-found'
  | 'refused'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'invalid-response'
  | 'invalid-address' // what was entered is no address of a service
  | 'no-account' // nothing is connected yet
  | 'no-permission' // the browser does not let Linkhaul talk to this host
  | 'no-access' // this page cannot be read: one of the browser's own, or another extension's
  | 'wrong-passphrase' // or what was encrypted with it was changed
  | 'gone' // the upload or pick that the message names is not there any more
  | 'unchanged' // the service said yes and changed nothing
  | `storage-${StorageFailure}`
  | 'unexpected'; // a fault of Linkhaul's own

export type Reply<N extends MessageName> =
  | { readonly ok: true; readonly value: Response<N> }
  | { readonly ok: false; readonly problem: Problem };

/** Carries a message to the background; rejects with a `ProblemError`. */
export type Send = <N extends MessageName>(name: N, request: Request<N>) => Promise<Response<N>>;

/** The one error that `Send` rejects with; in the background, what is thrown to be answered with this problem. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.msg ?? problem.code);
    this.problem = problem;
  }
}

/** What changed in storage, told to every open page through the live port. */
export type Topic =
  | 'uploads'
  | 'activity'
  | 'accounts'
  | 'folders'
  | 'settings'
  | 'catalog'
  | 'bulk'
  | 'rules'
  | 'takedowns';
export interface LiveNote {
  readonly changed: readonly Topic[];
}
/** A page opens a port of this name: it hears of changes, and the background knows that somebody looks. */
export const livePort = 'live';
