/**
 * Every message between pages and background, in one typed map. Pages read the extension's own storage, act only by these
 * messages, and get broadcasts of changes through the live port (`ChangeBroadcast`). A message is added by one line in `Messages`
 * and one in the background's table of handlers.
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
import type { FetchGrant } from './uploads/fetch-uploads.ts';
import type { FileUploadGrant } from './uploads/file-sender.ts';
import type { FileResult } from './uploads/file-uploads.ts';
import type { LocalFile } from './uploads/local-file.ts';
import type { FetchResult, FetchRoute } from './uploads/source-fetch.ts';
import type { EncodingPart } from './uploads/tracking/encodings.ts';
import type { Choice, Upload, Via } from './uploads/upload.ts';
import type { Destination, FileProgress } from './uploads/uploads.ts';

export interface PickerRequest {
  /**
   * `choose`: the user chose "Choose folder…". `duplicate`: the links are waiting or under way, and are sent only if the user
   * confirms. `unusable`: no address that a service could fetch. `unreadable`: the browser keeps extensions out of the page,
   * which is the link, if it can be uploaded.
   * `fault`: an error of Linkhaul itself.
   */
  readonly reason: 'choose' | 'duplicate' | 'private' | 'unusable' | 'unreadable' | 'fault';
  /** Whose folders are to choose from; another one may have become current since the click. */
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  /** For `unusable` and `fault`: what was clicked; else what of a selection is left out. */
  readonly clicked: string | null;
  /** For `fault`. */
  readonly problem?: Problem | undefined;
  /** For `choose`: the user chose "New folder…", and this name is offered. */
  readonly newFolderName?: string | undefined;
  /** A folder of the account that the user has chosen for the links before. */
  readonly chosen?: FolderRef | undefined;
  /** For `duplicate`: where the account has the links, or will have them. */
  readonly known?: readonly KnownLink[] | undefined;
}

export interface KnownLink {
  readonly state: 'queued' | 'uploading' | 'arrived';
  readonly folder: FolderRef;
}

/** A change that `changes.undo` takes back by these ids; none where that is impossible. */
export interface Undoable {
  readonly undo: readonly string[];
}

export type ToastAction = 'change' | 'undo';

/** A toast that a website's page shows for some seconds after a click in the menu. */
export interface PageToast {
  readonly text: string;
  readonly buttons: readonly { readonly action: ToastAction; readonly label: string }[];
  readonly direction: 'ltr' | 'rtl';
}

type RuleSubject = Omit<RuleDraft, 'accountId' | 'folder' | 'also'>;

interface SuggestedTarget extends AccountFolder {
  /** What that account is called, where it is another one than the links are for; else null. */
  readonly account: string | null;
}

export interface RuleSuggestion extends SuggestedTarget {
  /** Accounts that get a copy each. */
  readonly also?: readonly SuggestedTarget[] | undefined;
  /** No rule says so, but the default folder. */
  readonly isDefault?: boolean | undefined;
  /** For a single link; null where the rule has no title. */
  readonly title: string | null;
  /** Not given: the service fetches it. */
  readonly via?: Via | undefined;
}

export interface OpenedPickerRequest extends PickerRequest {
  /** From a private window: nothing is remembered. */
  readonly private: boolean;
  readonly suggestion: RuleSuggestion | null;
}

export interface Collection {
  /** Whose folders are to choose from; another one may have become current since they were gathered. */
  readonly accountId: string;
  readonly pageTitle: string;
  readonly pageUrl: string;
  /** In the page's order, each address once. */
  readonly links: readonly CollectedLink[];
  /** Links beyond those in `links`, which is bounded. */
  readonly hiddenCount: number;
  /** Hosts of frames whose links are not among them. */
  readonly frames?: readonly string[];
  /** Tabs that were selected beside the page's, whose addresses need a permission. */
  readonly tabIds?: readonly number[] | undefined;
  /** Titles of selected tabs whose address no service could fetch. */
  readonly tabsLeftOut?: readonly string[] | undefined;
}

/** By address. */
type TypedTitles = Readonly<Record<string, string>> | undefined;

/** Account id → addresses. */
export type LinksByAccount = Readonly<Record<string, readonly string[]>>;

export interface AddOutcome {
  /** Uploads: a link that goes to several accounts counts for each. */
  readonly queued: number;
  /** Of the queued uploads. */
  readonly ids?: readonly string[] | undefined;
  /** Takes back the queued uploads. */
  readonly undo?: readonly string[] | undefined;
  /** Addresses that were not sent: they are waiting, under way or in the account already, or in `heldPrivate`. */
  readonly duplicates: readonly string[];
  /** From a private window, and by a rule fetched by this browser, which leaves nothing of such a window on the disk. */
  readonly heldPrivate?: readonly string[] | undefined;
  /** What each account holds back of `duplicates`, where links go to several. */
  readonly heldBy?: LinksByAccount | undefined;
  /** Texts without an address that a service could fetch. */
  readonly invalid: readonly string[];
  /** Their folders, where rules or the default chose them. */
  readonly folders?: readonly FolderRef[] | undefined;
  /** The accounts of these folders, where rules name others than the one that was asked for; null: that one. */
  readonly accounts?: readonly (string | null)[] | undefined;
}

export interface SentTo extends AccountFolder {
  /** Takes them back. */
  readonly undo: readonly string[];
}

export interface ConnectedAccount extends AccountInfo {
  readonly account: Account;
  /** Null: not requested, or not reported. */
  readonly slots: RemoteUploadSlots | null;
}

/** The service names another owner than before; null: none. */
export interface OtherEmail {
  readonly otherEmail: string | null;
}

export interface ListedTakedown extends Takedown {
  /** It joined the list after the user had first seen it, and was first seen less than a day ago. */
  readonly isNew: boolean;
}

export interface FileDetailsAnswer {
  readonly info: FoundFile;
  /** The service's own word, such as "Active"; null where there is none. */
  readonly status: string | null;
  /** Null where the service has none, or does not say. */
  readonly images: FileImages | null;
  /** What the host still encodes of it; empty where it does not say. */
  readonly encoding: readonly EncodingPart[];
}

export interface ServiceSearchResult extends CatalogFile, FileAddresses {}

interface Message<Request = Record<never, never>, Response = null> {
  request: Request;
  response: Response;
}

/** Name of a message → what it carries, and what it answers. */
export interface Messages {
  /** Checks address and key with the service; on success the account is stored and current. */
  'accounts.connect': Message<{ address: string; key: string }, ConnectedAccount>;
  /**
   * The first of these addresses where a service's API answers, asked without a key; null: none. `isSilent`: nothing answered.
   */
  'accounts.findService': Message<
    { addresses: readonly string[] },
    { readonly address: string | null; readonly isSilent: boolean }
  >;
  /** The account, at another address, that this address and key are of: its service has moved. Asks the service. */
  'accounts.findMoved': Message<{ address: string; key: string }, { readonly account: Account | null }>;
  /**
   * Checks the new address with the account's key, or another one; on success the account is there, with everything that it has.
   * Answers `otherEmail` where the service names another owner and the user has not confirmed that.
   */
  'accounts.changeAddress': Message<
    { accountId: string; address: string; key?: string | undefined; isConfirmed?: boolean | undefined },
    ConnectedAccount | OtherEmail
  >;
  /** Links and players follow the pages to where they are now (`Account.newPages`), or the notice of it is put away. */
  'accounts.answerNewPages': Message<{ accountId: string; isFollowed: boolean }>;
  /** Where links and players lead; an empty address: where the service names them. */
  'accounts.setPublicAddress': Message<{ accountId: string; address: string }>;
  /** After how many days without a view the account's host deletes files; null: it does not. */
  'accounts.setDeletionRule': Message<{ accountId: string; days: number | null }>;
  'accounts.select': Message<{ accountId: string }>;
  /** An empty nickname takes it away. */
  'accounts.rename': Message<{ accountId: string; nickname: string }>;
  'accounts.remove': Message<{ accountId: string }>;
  /** The account as the service describes it now; the upload slots cost another request. */
  'accounts.check': Message<{ accountId: string; withSlots?: boolean | undefined }, ConnectedAccount>;
  /**
   * The files of the account that were reported for takedown: of the last so many hours, else all that the host lists, which are
   * stored, to know later which are new.
   */
  'takedowns.list': Message<{ accountId: string; hours?: number | undefined }, readonly ListedTakedown[]>;

  /** Dismisses that so many files may soon be deleted, on this day (`YYYY-MM-DD`). */
  'expiry.dismiss': Message<{ accountId: string; count: number; day: string }>;

  /** Puts links into the queue of an account (the current one where none is named). Without a folder the user's rules choose. */
  'links.send': Message<
    {
      links: readonly LinkDraft[];
      folder?: FolderRef | undefined;
      accountId?: string | undefined;
      /** Send even what is already waiting or under way. */
      anyway?: boolean | undefined;
      /** What each account gets, if not all links: what it has held back. */
      only?: LinksByAccount | undefined;
      private?: boolean | undefined;
      /** Who fetches the links; by the user's rules, else the service, where it is not given. */
      via?: Via | undefined;
    },
    AddOutcome
  >;

  /** Puts files of the user's into the queue; the page sends their bytes. `addressKey` says which file it is (`createFileKey`). */
  'uploads.addFiles': Message<
    Destination & { files: readonly LocalFile[]; anyway?: boolean | undefined },
    {
      readonly added: readonly Upload[];
      readonly existing: readonly Upload[];
      /** `addressKey`s of those that were held back because a file of that title is in the folder. */
      readonly sameTitle: readonly string[];
    }
  >;
  /** The one upload address and key for a file whose turn it is; null: its record says why it has to wait. */
  'uploads.beginFile': Message<{ id: string }, FileUploadGrant | null>;
  'uploads.endFile': Message<{ id: string; result: FileResult }>;
  /** What to fetch for a queued link that this browser fetches; null: its record says why it has to wait, or cannot. */
  'uploads.beginFetch': Message<{ id: string }, FetchGrant | null>;
  /** Where its next request goes: to the link (null), or to where the redirect of an address leads. */
  'uploads.routeFetch': Message<{ id: string; redirected: string | null }, FetchRoute>;
  /** Answers with the name with which the file is sent; null: it is not. */
  'uploads.endFetch': Message<{ id: string; result: FetchResult }, { name: string | null }>;
  'uploads.reportProgress': Message<{ samples: readonly FileProgress[] }>;

  /**
   * Sends a waiting, refused, failed or vanished upload now. `via`: who fetches its link from now on; `follow`: the address of a site
   * that this browser may be led to from the link, and from others of its host.
   */
  'uploads.retry': Message<{ id: string; via?: Via | undefined; follow?: string | undefined }>;
  /** Gives a waiting, refused, failed or vanished link to another account, in its default folder, unless it has the link. */
  'uploads.reroute': Message<{ id: string; accountId: string }, { readonly isDuplicate: boolean }>;
  'uploads.checkAgain': Message<{ id: string }>;
  /** Sends an uncertain upload again, by the user's decision. */
  'uploads.sendAgain': Message<{ id: string }>;
  /** Removes a waiting or refused upload, archives an ended one; without a request to the service. */
  'uploads.remove': Message<{ id: string }, Undoable>;
  /** Archives all that are done, in one transaction. */
  'uploads.clearFinished': Message<{ accountId: string }, Undoable>;
  /** Changes the folder or title of an upload, wherever it is: of one that has arrived, by a job. */
  'uploads.choose': Message<{ id: string } & Choice, Undoable>;
  /** Opens the picker for links that were just sent; what is chosen there replaces these uploads. */
  'uploads.chooseAnew': Message<{ ids: readonly string[] }>;
  /** Moves queued uploads, in the order given, before another one (null: to the end). */
  'uploads.reorder': Message<{ accountId: string; ids: readonly string[]; beforeId: string | null }>;
  /** Stops sending until it is resumed, also after a restart. */
  'uploads.pause': Message;
  'uploads.resume': Message;
  /** The last private window is closed. */
  'uploads.forgetPrivate': Message;
  'uploads.poll': Message<{ accountId: string }>;
  'uploads.restartFailed': Message<{ accountId: string }, { msg: string }>;
  'uploads.clearFailed': Message<{ accountId: string }, Undoable & { msg: string }>;
  'uploads.clearAll': Message<{ accountId: string }, { msg: string }>;
  /** The service's status of an upload's transfer; null where it lists none. */
  'uploads.transfer': Message<{ id: string }, Transfer | null>;
  'uploads.deleteTransfer': Message<{ id: string }, Undoable>;
  /** Deletes the second transfer that the service made of one link; for a file only the note is dismissed. */
  'uploads.removeDuplicate': Message<{ id: string; fileCode: string }>;

  /** The folders right inside a folder ("0" is the root), of the current account where none is named. */
  'folders.list': Message<{ folderId: string; accountId?: string | undefined }, readonly FolderRef[]>;
  /** The folders that the catalog knows; complete after the first sync. */
  'folders.known': Message<
    { accountId?: string | undefined },
    { readonly folders: readonly CatalogFolder[]; readonly isComplete: boolean }
  >;
  'folders.create': Message<{ name: string; parentId: string; accountId?: string | undefined }, FolderRef>;
  /** The folder for what is to be deleted: found by its id, else by its name in the root, else created there. */
  'folders.toDelete': Message<{ accountId: string; name: string }, FolderRef>;
  /** Answers with the folder's name at the service. It can't be undone where its former name is unknown. */
  'folders.rename': Message<{ accountId: string; folderId: string; name: string }, FolderRef & Undoable>;
  /** Into another folder, "0" for the root. It can't be undone where the host had it elsewhere. */
  'folders.move': Message<{ accountId: string; folderId: string; parentId: string }, Undoable>;
  'folders.setDefault': Message<{ accountId: string; folder: FolderRef }>;
  'folders.pin': Message<{ accountId: string; folder: FolderRef; pinned: boolean }>;

  /** A page shows a folder (null: all files): syncs the catalog, starting there. Answers at once. */
  'catalog.visit': Message<{ accountId: string; folderId: string | null }>;
  /** Syncs changes now, also after a recent sync; answers when done. */
  'catalog.refresh': Message<{ accountId: string; folderId: string | null }>;
  'catalog.stop': Message<{ accountId: string }>;
  /** Starts a full sync, because the catalog is damaged. */
  'catalog.readAgain': Message<{ accountId: string }>;
  'catalog.resume': Message<{ accountId: string }>;
  /**
   * Reads the details of all files that listings lack, such as when they were last viewed. `days`: those again that nobody has
   * viewed for so long. `isResumed`: also where the user has stopped it.
   */
  'catalog.readDetails': Message<{ accountId: string; days: number | null; isResumed: boolean }>;
  'catalog.stopDetails': Message<{ accountId: string }>;

  /** Addresses of files' pages, in the order of the codes. Where nobody knows any, the service is asked for its newest files. */
  'files.pages': Message<{ accountId: string; fileCodes: readonly string[] }, readonly FilePages[]>;
  'files.details': Message<{ accountId: string; fileCode: string }, FileDetailsAnswer>;
  'files.search': Message<{ accountId: string; term: string }, readonly ServiceSearchResult[]>;

  /** By day, `from` and `to` (`YYYY-MM-DD`) included; `lastDays` instead: so many up to the day that it is for the service. */
  'reports.read': Message<
    { accountId: string; from: string; to: string; lastDays?: number | undefined },
    readonly DailyReport[]
  >;

  /** Answers once it is stored. */
  'bulk.start': Message<{ accountId: string; work: BulkWork }, { id: string }>;
  'bulk.stop': Message<{ id: string }>;
  'bulk.resume': Message<{ id: string }>;
  'bulk.retry': Message<{ id: string }>;
  /** The user's decision about uncertain clones (null: all of the job): repeat them, or treat them as done. */
  'bulk.decide': Message<{ id: string; fileCode: string | null; again: boolean }>;
  'bulk.dismiss': Message<{ id: string }>;

  /**
   * Takes changes back. The answer's `undo` does them again, so this is redo as well. `kept`: how many stay, because it is too late.
   */
  'changes.undo': Message<{ ids: readonly string[] }, Undoable & { readonly kept: number }>;

  /** Checks which of these links are dead; replaces the check before. Answers once it is stored. */
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
   * No passphrase: no keys. `without`: accounts of the file that aren't wanted; the keys are bound to all. Answers with the
   * accounts, by their ids in the file, that were added or are yet to be connected, with how often rules name an account that was
   * left out of them, because it is not here, and with the hosts of the rules that were left out. `blocked`: services of accounts
   * with a key that the browser doesn't let the extension access.
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
  /** Sends the links of a picker request; the first time to each account, then to those that hold some back. */
  'picker.send': Message<
    {
      requestId: string;
      folder: FolderRef;
      /** Moves what the account has of the links into the folder, in place of uploading it again. */
      isMove?: boolean;
      /** Whose folder it is; the request's account where none is named. */
      accountId?: string | undefined;
      others?: readonly AccountFolder[] | undefined;
      pin: boolean;
      titles?: TypedTitles;
      via?: Via | undefined;
      /** Saved, unless the request is from a private window. */
      rule?: RuleSubject | undefined;
    },
    // `sent`: where several accounts got copies.
    AddOutcome & { readonly sent?: readonly SentTo[] | undefined }
  >;

  /** Collects the links of the active tab and opens the page to choose from them. */
  'collect.start': Message;
  'collect.open': Message<{ collection: string }, Collection>;
  /** Adds the addresses of the tabs that were selected, where the user has allowed to read them. */
  'collect.addTabs': Message<{ collection: string }, Collection>;
  'collect.send': Message<
    {
      collection: string;
      urls: readonly string[];
      /** None: the user's rules choose. */
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

/** Why a message failed, in a form that can be sent from background to page. */
export interface Problem {
  /** The interface has a sentence for each. */
  readonly code: ProblemCode;
  /** The service's own words; null where there are none. */
  readonly msg: string | null;
  /** For the `storage-…` codes: the failing store. */
  readonly store?: string | undefined;
}

export type ProblemCode =
  | ApiErrorCode
  | 'invalid-address' // the entered text is no address of a service
  | 'known-account' // another account has this key, or e-mail, at this address
  | 'no-account' // nothing is connected yet
  | 'no-permission' // the host permission is missing
  | 'no-access' // this page cannot be read: one of the browser's own, or another extension's
  | 'wrong-passphrase' // or what was encrypted with it was changed
  | 'gone' // the upload or picker request of the message is gone
  | 'unchanged' // the service confirmed and changed nothing
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

/** The error that `Send` rejects with; thrown in the background to answer with this problem. */
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
/** Name of the port that every page opens: it gets broadcasts, and the background knows that a page is open. */
export const livePort = 'live';
/** Sent to all pages when the background starts. */
export const startedMessage = 'background started';
/** Name of the one alarm that wakes the background. */
export const wakeAlarm = 'wake';
