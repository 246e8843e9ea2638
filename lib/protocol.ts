/**
 * Every message between pages and background, in one typed map. Pages read the extension's own storage, act only by these messages, and get
 * broadcasts of changes through the live port (`ChangeBroadcast`). To add a message, add one line in `Messages` and one in the background's
 * table of handlers.
 */
import type { Account } from './accounts/account.ts';
import type { FilePages } from './accounts/public-address.ts';
import type {
  AccountInfo,
  ApiErrorCode,
  DailyReport,
  FileImages,
  FoundFile,
  RemoteUploadSlots,
  Takedown,
  Transfer,
} from './api/index.ts';
import type { NewLink } from './bulk/link-check/checked-link.ts';
import type { BulkWork } from './bulk/work.ts';
import type { CatalogFile, CatalogFolder, FileAddresses } from './catalog/file.ts';
import type { AccountFolder, FolderRef } from './folders/folder.ts';
import type { CollectedLink } from './links/collected-link.ts';
import type { LinkDraft } from './links/link.ts';
import type { RuleDraft } from './links/rules.ts';
import type { Backup, EncryptedKeys } from './settings/backup.ts';
import type { Settings } from './settings/settings.ts';
import type { StorageFailure } from './storage/database.ts';
import type { Destination } from './uploads/add-uploads.ts';
import type { FetchGrant } from './uploads/fetch-uploads.ts';
import type { FileUploadGrant } from './uploads/file-sender.ts';
import type { FileResult } from './uploads/file-uploads.ts';
import type { LocalFile } from './uploads/local-file.ts';
import type { FetchResult, FetchRoute } from './uploads/source-fetch.ts';
import type { EncodingPart } from './uploads/tracking/encodings.ts';
import type { Upload, UploadChoice, Via } from './uploads/upload.ts';
import type { FileProgress } from './uploads/uploads.ts';

export interface PickerRequest {
  /**
   * `choose`: the user chose "Choose folder…". `duplicate`: the links are already waiting or uploading, and are sent only if the user
   * confirms. `unusable`: no address that a service could fetch. `unreadable`: the browser keeps extensions out of the page. `silent`: the
   * page doesn't respond. In both cases the link is the page itself, if it can be uploaded. `fault`: an error of Linkhaul itself.
   */
  readonly reason: 'choose' | 'duplicate' | 'private' | 'unusable' | 'unreadable' | 'silent' | 'fault';
  /** Whose folders are offered. Another account may have become current since the click. */
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  /** For `unusable` and `fault`: what was clicked. Otherwise, what is left out of a selection. */
  readonly clicked: string | null;
  /** For `fault`. */
  readonly problem?: Problem | undefined;
  /** For `choose`: the user chose "New folder…". The name is a suggestion. */
  readonly newFolderName?: string | undefined;
  /** Chosen for the links before. */
  readonly chosen?: FolderRef | undefined;
  /** For `duplicate`: where the account has the links, or will have them. */
  readonly known?: readonly KnownLink[] | undefined;
}

export interface KnownLink {
  /** As it was sent again. */
  readonly url: string;
  /** Of its upload. */
  readonly id: string;
  readonly state: 'queued' | 'uploading' | 'arrived';
  readonly folder: FolderRef;
}

/** `changes.undo` reverts the change by these ids. Empty if it can't be undone. */
export interface Undoable {
  readonly undo: readonly string[];
}

export type ToastAction = 'change' | 'undo';

/** Shown on a website's page for some seconds after a click in the menu. */
export interface PageToast {
  readonly text: string;
  readonly buttons: readonly { readonly action: ToastAction; readonly label: string }[];
  readonly direction: 'ltr' | 'rtl';
}

type RuleSubject = Omit<RuleDraft, 'accountId' | 'folder' | 'also'>;

interface SuggestedTarget extends AccountFolder {
  /** Set if the links are for another account. */
  readonly account: string | null;
}

export interface RuleSuggestion extends SuggestedTarget {
  /** Accounts that get a copy. */
  readonly also?: readonly SuggestedTarget[] | undefined;
  /** The default folder decides, not a rule. */
  readonly isDefault?: boolean | undefined;
  /** For a single link, if the rule has a title. */
  readonly title: string | null;
  /** Undefined: the service fetches it. */
  readonly via?: Via | undefined;
}

export interface OpenedPickerRequest extends PickerRequest {
  /** From a private window: nothing is stored. */
  readonly private: boolean;
  readonly suggestion: RuleSuggestion | null;
}

export interface Collection {
  /** Whose folders are offered. Another account may have become current since the links were collected. */
  readonly accountId: string;
  readonly pageTitle: string;
  readonly pageUrl: string;
  /** In the page's order, each address once. */
  readonly links: readonly CollectedLink[];
  /** Links beyond those in `links`, which is bounded. */
  readonly hiddenCount: number;
  /** Frames whose links are missing. */
  readonly frames?: readonly string[];
  /** Other selected tabs, whose addresses need a permission. */
  readonly tabIds?: readonly number[] | undefined;
  /** Titles of selected tabs without a usable address. */
  readonly tabsLeftOut?: readonly string[] | undefined;
  /** From a private window: nothing may stay on disk. */
  readonly private: boolean;
}

/** By address. */
type TypedTitles = Readonly<Record<string, string>> | undefined;

/** Account id to addresses. */
export type LinksByAccount = Readonly<Record<string, readonly string[]>>;

export interface AddOutcome {
  /** Uploads. A link that goes to several accounts counts for each. */
  readonly queued: number;
  readonly ids?: readonly string[] | undefined;
  /** Undoes the queued uploads. */
  readonly undo?: readonly string[] | undefined;
  /** Addresses that weren't sent: already waiting, uploading or in the account, or in `heldPrivate`. */
  readonly duplicates: readonly string[];
  /** Where the account has the duplicates, or will have them. Not if another account has some, nor in private windows. */
  readonly known?: readonly KnownLink[] | undefined;
  /** From a private window, but a rule lets this browser fetch them, which would leave data of that window on the disk. */
  readonly heldPrivate?: readonly string[] | undefined;
  /** Which of the `duplicates` each account holds back, if links go to several. */
  readonly heldBy?: LinksByAccount | undefined;
  /** Texts without an address that a service could fetch. */
  readonly invalid: readonly string[];
  /** If rules or the default chose them. */
  readonly folders?: readonly FolderRef[] | undefined;
  /** Of these folders, if rules name other accounts than the requested one (null). */
  readonly accounts?: readonly (string | null)[] | undefined;
}

export interface SentTo extends AccountFolder {
  readonly undo: readonly string[];
}

export interface ConnectedAccount extends AccountInfo {
  readonly account: Account;
  /** Null: not requested, or not reported. */
  readonly slots: RemoteUploadSlots | null;
}

/** The service reports another owner than before. Null: none. */
export interface OtherEmail {
  readonly otherEmail: string | null;
}

export interface ListedTakedown extends Takedown {
  /** Listed since the user first saw the list, and first seen less than a day ago. */
  readonly isNew: boolean;
}

export interface FileDetailsAnswer {
  readonly info: FoundFile;
  /** The service's own word, such as "Active". */
  readonly status: string | null;
  /** Null if the service has none, or doesn't say. */
  readonly images: FileImages | null;
  /** Empty if the host doesn't say. */
  readonly encoding: readonly EncodingPart[];
}

export interface ServiceSearchResult extends CatalogFile, FileAddresses {}

interface Message<Request = Record<never, never>, Response = null> {
  request: Request;
  response: Response;
}

export interface Messages {
  /** Checks address and key with the service. On success, the account is stored and becomes current. */
  'accounts.connect': Message<{ address: string; key: string }, ConnectedAccount>;
  /** The first address at which a service's API responds without a key. `isSilent`: nothing responded. */
  'accounts.findService': Message<
    { addresses: readonly string[] },
    { readonly address: string | null; readonly isSilent: boolean }
  >;
  /** The account, at another address, that this address and key belong to, because its service has moved. Asks the service. */
  'accounts.findMoved': Message<{ address: string; key: string }, { readonly account: Account | null }>;
  /**
   * Checks the new address with the account's key, or another one. On success, the account moves there with all its data. Returns
   * `otherEmail` if the service reports another owner and the user hasn't confirmed that.
   */
  'accounts.changeAddress': Message<
    { accountId: string; address: string; key?: string | undefined; isConfirmed?: boolean | undefined },
    ConnectedAccount | OtherEmail
  >;
  /** Updates links and players to the pages' new address (`Account.newPages`), or dismisses the notice about it. */
  'accounts.answerNewPages': Message<{ accountId: string; isFollowed: boolean }>;
  /** Where links and players lead. An empty address: where the service says. */
  'accounts.setPublicAddress': Message<{ accountId: string; address: string }>;
  /** After how many days without a view the host deletes files. Null: it doesn't. */
  'accounts.setDeletionRule': Message<{ accountId: string; days: number | null }>;
  'accounts.select': Message<{ accountId: string }>;
  /** An empty nickname removes it. */
  'accounts.rename': Message<{ accountId: string; nickname: string }>;
  'accounts.remove': Message<{ accountId: string }>;
  /** The account as the service now describes it. The upload slots cost another request. */
  'accounts.check': Message<{ accountId: string; withSlots?: boolean | undefined }, ConnectedAccount>;
  /**
   * Files reported for takedown, within the last `hours`. Without `hours`, all that the host lists. These are stored, to recognise new ones
   * later.
   */
  'takedowns.list': Message<{ accountId: string; hours?: number | undefined }, readonly ListedTakedown[]>;

  /** Dismisses the notice that this many files may soon be deleted, for this day (`YYYY-MM-DD`). */
  'expiry.dismiss': Message<{ accountId: string; count: number; day: string }>;

  /** Adds links to the queue of an account (default: the current one). Without a folder, the user's rules decide. */
  'links.send': Message<
    {
      links: readonly LinkDraft[];
      folder?: FolderRef | undefined;
      accountId?: string | undefined;
      /** Also send links that are already waiting or uploading. */
      anyway?: boolean | undefined;
      /** What each account gets, if not all links: those that it has held back. */
      only?: LinksByAccount | undefined;
      private?: boolean | undefined;
      /** By default the user's rules decide, otherwise the service fetches the links. */
      via?: Via | undefined;
    },
    AddOutcome
  >;

  /** The page sends the bytes. `addressKey` identifies the file (`createFileKey`). */
  'uploads.addFiles': Message<
    Destination & { files: readonly LocalFile[]; anyway?: boolean | undefined },
    {
      readonly added: readonly Upload[];
      readonly existing: readonly Upload[];
      /** `addressKey`s of files that were held back because the folder has a file with that title. */
      readonly sameTitle: readonly string[];
    }
  >;
  /** For one file whose turn it is. Null: its record says why it has to wait. */
  'uploads.beginFile': Message<{ id: string }, FileUploadGrant | null>;
  'uploads.endFile': Message<{ id: string; result: FileResult }>;
  /** For a queued link that this browser fetches. Null: its record says why it has to wait, or can't be fetched. */
  'uploads.beginFetch': Message<{ id: string }, FetchGrant | null>;
  /** The address to request next: the link (`redirected` null), or the target of a redirect. */
  'uploads.routeFetch': Message<{ id: string; redirected: string | null }, FetchRoute>;
  /** Returns the name to send the file under. Null: it isn't sent. */
  'uploads.endFetch': Message<{ id: string; result: FetchResult }, { name: string | null }>;
  'uploads.reportProgress': Message<{ samples: readonly FileProgress[] }>;

  /**
   * Sends a waiting, refused, failed or vanished upload now. `via`: who fetches its link from now on. `follow`: the address of a site that
   * this browser may be redirected to, for all links of that host.
   */
  'uploads.retry': Message<{ id: string; via?: Via | undefined; follow?: string | undefined }>;
  /** Moves a waiting, refused, failed or vanished link to another account's default folder, unless that account has the link. */
  'uploads.reroute': Message<{ id: string; accountId: string }, { readonly isDuplicate: boolean }>;
  'uploads.checkAgain': Message<{ id: string }>;
  /** For an uncertain upload, by the user's decision. */
  'uploads.sendAgain': Message<{ id: string }>;
  /** Removes a waiting or refused upload, and archives an ended one, without a request to the service. */
  'uploads.remove': Message<{ id: string }, Undoable>;
  /** In one transaction. */
  'uploads.clearFinished': Message<{ accountId: string }, Undoable>;
  /** Changes the folder or title of uploads. If they have arrived, by a job. */
  'uploads.choose': Message<{ choices: readonly UploadChoice[] }, Undoable>;
  /** Opens the picker for links that were just sent. The choice replaces these uploads. */
  'uploads.chooseAnew': Message<{ ids: readonly string[] }>;
  /** `beforeId` null: to the end. */
  'uploads.reorder': Message<{ accountId: string; ids: readonly string[]; beforeId: string | null }>;
  /** Stops sending until `uploads.resume`, also after a restart. */
  'uploads.pause': Message;
  'uploads.resume': Message;
  /** The last private window was closed. */
  'uploads.forgetPrivate': Message;
  'uploads.poll': Message<{ accountId: string }>;
  'uploads.restartFailed': Message<{ accountId: string }, { msg: string }>;
  'uploads.clearFailed': Message<{ accountId: string }, Undoable & { msg: string }>;
  'uploads.clearAll': Message<{ accountId: string }, { msg: string }>;
  /** Null if the service lists no transfer. */
  'uploads.transfer': Message<{ id: string }, Transfer | null>;
  'uploads.deleteTransfer': Message<{ id: string }, Undoable>;
  /** Deletes the second transfer that the service made of one link. For a file, only the note is dismissed. */
  'uploads.removeDuplicate': Message<{ id: string; fileCode: string }>;

  /** Directly inside a folder ("0" is the root). Default account: the current one. */
  'folders.list': Message<{ folderId: string; accountId?: string | undefined }, readonly FolderRef[]>;
  /** From the catalog. Complete after the first sync. */
  'folders.known': Message<
    { accountId?: string | undefined },
    { readonly folders: readonly CatalogFolder[]; readonly isComplete: boolean }
  >;
  'folders.create': Message<{ name: string; parentId: string; accountId?: string | undefined }, FolderRef>;
  /** Finds the folder with this name, or creates it. */
  'folders.ensure': Message<{ accountId: string; name: string; parentId: string }, FolderRef>;
  /** The folder "To delete": found by its id, or by its name in the root, or created there. */
  'folders.toDelete': Message<{ accountId: string; name: string }, FolderRef>;
  /** Returns the folder's name at the service. It can't be undone if its former name is unknown. */
  'folders.rename': Message<{ accountId: string; folderId: string; name: string }, FolderRef & Undoable>;
  /** "0" is the root. It can't be undone if the former location is unknown. */
  'folders.move': Message<{ accountId: string; folderId: string; parentId: string }, Undoable>;
  'folders.setDefault': Message<{ accountId: string; folder: FolderRef }>;
  'folders.pin': Message<{ accountId: string; folder: FolderRef; pinned: boolean }>;

  /** A page shows a folder (null: all files). Syncs the catalog, starting there. Responds at once. */
  'catalog.visit': Message<{ accountId: string; folderId: string | null }>;
  /** Syncs now, even after a recent sync. Responds when done. */
  'catalog.refresh': Message<{ accountId: string; folderId: string | null }>;
  'catalog.stop': Message<{ accountId: string }>;
  /** Starts a full sync, because the catalog is damaged. */
  'catalog.readAgain': Message<{ accountId: string }>;
  'catalog.resume': Message<{ accountId: string }>;
  /**
   * Reads the details of all files, which listings lack, such as their last view. `days`: reads files again that nobody has viewed for this
   * long. `isResumed`: even if the user has stopped it.
   */
  'catalog.readDetails': Message<{ accountId: string; days: number | null; isResumed: boolean }>;
  'catalog.stopDetails': Message<{ accountId: string }>;

  /** In the order of the codes. If no page is known, asks the service for its newest files. */
  'files.pages': Message<{ accountId: string; fileCodes: readonly string[] }, readonly FilePages[]>;
  'files.details': Message<{ accountId: string; fileCode: string }, FileDetailsAnswer>;
  'files.search': Message<{ accountId: string; term: string }, readonly ServiceSearchResult[]>;

  /**
   * By day, `from` and `to` (`YYYY-MM-DD`) included. `lastDays` instead: this many days up to the service's today. `serverTime`: its clock,
   * null if it couldn't be read.
   */
  'reports.read': Message<
    { accountId: string; from: string; to: string; lastDays?: number | undefined },
    { readonly days: readonly DailyReport[]; readonly serverTime: string | null }
  >;

  /** Responds once it is stored. */
  'bulk.start': Message<{ accountId: string; work: BulkWork }, { id: string }>;
  'bulk.stop': Message<{ id: string }>;
  'bulk.resume': Message<{ id: string }>;
  'bulk.retry': Message<{ id: string }>;
  /** The user's decision about uncertain clones (null: all of the job): repeat them, or treat them as done. */
  'bulk.decide': Message<{ id: string; fileCode: string | null; again: boolean }>;
  'bulk.dismiss': Message<{ id: string }>;

  /** The response's `undo` redoes the changes. `kept`: how many stay, because it is too late. */
  'changes.undo': Message<{ ids: readonly string[] }, Undoable & { readonly kept: number }>;

  /** Checks which of these links are dead. Replaces the previous check. Responds once it is stored. */
  'checks.start': Message<{ links: readonly NewLink[] }>;
  'checks.stop': Message;
  'checks.resume': Message;
  'checks.remove': Message;

  'activity.clear': Message;

  /** Adds a rule, or replaces the one for the same links. */
  'rules.save': Message<RuleDraft>;
  /** The rules' suggestion for links that are sent together without a chosen folder. */
  'rules.suggest': Message<{ accountId: string; links: readonly LinkDraft[] }, RuleSuggestion | null>;
  'rules.remove': Message<{ id: string }>;

  'settings.change': Message<Partial<Settings>>;

  /** The keys of these accounts, encrypted for a file that names them in the same order. */
  'backup.encryptKeys': Message<
    { passphrase: string; accounts: readonly { id: string; address: string }[] },
    EncryptedKeys
  >;
  /**
   * No passphrase: no keys. `without`: accounts of the file that aren't wanted; the keys are bound to all accounts. Returns, by their ids
   * in the file, accounts that were added or must still be connected, how many targets were left out of rules because their account isn't
   * here, and the hosts of rules that were left out. `blocked`: services of accounts with a key whose host permission is missing.
   */
  'backup.import': Message<
    { backup: Backup; passphrase: string | null; without?: readonly string[] | undefined },
    {
      added: readonly string[];
      missing: readonly string[];
      targetsLeftOut?: number | undefined;
      rulesLeftOut?: readonly string[] | undefined;
      blocked?: readonly string[] | undefined;
    }
  >;

  'picker.open': Message<{ requestId: string }, OpenedPickerRequest>;
  /** Sends the links of a picker request: first to each account, then to those that hold some back. */
  'picker.send': Message<
    {
      requestId: string;
      folder: FolderRef;
      /** Moves files that the account has into the folder, instead of uploading them again. */
      isMove?: boolean;
      /** Whose folder it is. Default: the request's account. */
      accountId?: string | undefined;
      others?: readonly AccountFolder[] | undefined;
      pin: boolean;
      titles?: TypedTitles;
      via?: Via | undefined;
      /** Saved unless the request is from a private window. */
      rule?: RuleSubject | undefined;
    },
    // `sent`: set if several accounts got copies.
    AddOutcome & { readonly sent?: readonly SentTo[] | undefined }
  >;

  /** Collects the links of the active tab and opens the page to choose from them. */
  'collect.start': Message;
  'collect.open': Message<{ collection: string }, Collection>;
  /** Adds the addresses of the selected tabs, if the user has allowed it. */
  'collect.addTabs': Message<{ collection: string }, Collection>;
  'collect.send': Message<
    {
      collection: string;
      urls: readonly string[];
      /** Undefined: the user's rules decide. */
      folder?: FolderRef | undefined;
      anyway?: boolean | undefined;
      only?: LinksByAccount | undefined;
      titles?: TypedTitles;
    },
    AddOutcome
  >;
}

export type MessageName = keyof Messages;
export type MessageRequest<N extends MessageName> = Messages[N]['request'];
export type MessageResponse<N extends MessageName> = Messages[N]['response'];

/** Why a message failed, in a form that can be sent to a page. */
export interface Problem {
  /** The interface has a sentence for each. */
  readonly code: ProblemCode;
  /** The service's own words. */
  readonly msg: string | null;
  /** For the `storage-…` codes: the failing store. */
  readonly store?: string | undefined;
}

export type ProblemCode =
  | ApiErrorCode
  | 'invalid-address' // the text isn't an address of a service
  | 'known-account' // another account has this key or e-mail at this address
  | 'no-account' // the account was removed, or nothing is connected yet
  | 'no-permission' // the host permission is missing
  | 'no-access' // the page belongs to the browser, or to another extension
  | 'page-silent' // the page didn't respond in time
  | 'wrong-passphrase' // or the encrypted data were changed
  | 'gone' // the upload or picker request of the message no longer exists
  | 'unchanged' // the service confirmed but changed nothing
  | `storage-${StorageFailure}`
  | 'unexpected'; // an error of Linkhaul itself

export type MessageReply<N extends MessageName> =
  | { readonly ok: true; readonly value: MessageResponse<N> }
  | { readonly ok: false; readonly problem: Problem };

/** Rejects with a `ProblemError`. */
export type Send = <N extends MessageName>(
  name: N,
  request: MessageRequest<N>,
) => Promise<MessageResponse<N>>;

/** Thrown in the background to respond with this problem. `Send` rejects with it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.msg ?? problem.code);
    this.problem = problem;
  }
}

/** Parts of storage whose changes are broadcast to every open page. */
export const topics = [
  'uploads',
  'activity',
  'accounts',
  'folders',
  'settings',
  'catalog',
  'bulk',
  'rules',
  'takedowns',
  'expiry',
] as const;
export type Topic = (typeof topics)[number];
export interface ChangeBroadcast {
  readonly changed: readonly Topic[];
}
/** Every page opens this port. It receives broadcasts, and tells the background that a page is open. */
export const livePort = 'live';
/** Sent to all pages when the background starts. */
export const startedMessage = 'background started';
/** The one alarm that wakes the background. */
export const wakeAlarm = 'wake';
