/** Judges the evidence of a soak: figures, and a sentence for each violation. Pure. */
import type { Upload, UploadState } from '../../lib/uploads/upload.ts';
import type { AuditEntry } from '../../service/src/index.ts';
import { mostInASecond } from '../bench/arrivals.ts';
import type { SoakLink } from './plan.ts';
import type { SoakEvent } from './quiet-page.ts';

export interface Evidence {
  readonly links: readonly SoakLink[];
  /**
   * Addresses that the extension must have forgotten, and since when (ms since the epoch): those of a removed account,
   * and those from private windows of a browser that ended.
   */
  readonly forgotten: ReadonlyMap<string, number>;
  readonly removedAccountIds: readonly string[];
  readonly files: readonly StoredFile[];
  readonly uploads: readonly Upload[];
  /** Every event that was ever in its log, once. */
  readonly events: readonly SoakEvent[];
  /** Number of events that were not delivered to the activity. */
  readonly pendingEvents: number;
  /** Everything that the extension has on disk as text, by `database/store` or `local`. */
  readonly disk: Readonly<Record<string, string>>;
  readonly audit: readonly AuditEntry[];
  /** The service keeps connections open. Chromium then retries requests that fail on a reused one. */
  readonly keepAlive: boolean;
  readonly faults: readonly string[];
}

export interface StoredFile {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string | null;
}

export interface Verdict {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly violations: readonly string[];
}

export interface SoakResult extends Verdict {
  readonly privateUrls: readonly string[];
}

const maxPerSecond = 10;
/** The activity, and events on their way there, stay when their account is removed. */
export const keepsEvents = (store: string): boolean =>
  store === 'linkhaul-activity/entries' || store === 'linkhaul-uploads/events';
/** The longest time that a request may take to arrive after its link was forgotten. */
const maxInFlightMs = 250;

interface Case {
  readonly link: SoakLink;
  /** Milliseconds since the epoch; null if it was not forgotten. */
  readonly forgottenAtMs: number | null;
  readonly files: readonly StoredFile[];
  readonly records: readonly Upload[];
  readonly events: readonly SoakEvent[];
  readonly requests: readonly AuditEntry[];
  /** Copies that the service made because the browser retried a request. */
  readonly repeatedCopies: number;
}

export function judge(evidence: Evidence): Verdict {
  const { links, files, disk, faults, pendingEvents } = evidence;
  const calls = evidence.audit.filter(({ path }) => path.startsWith('/api/'));
  const uploads = calls.filter(({ endpoint }) => endpoint === '/api/upload/url');
  const repeated = findRetries(calls);
  // Retries by the browser bypass the extension's limiter. Firefox retries on new connections too, six times in 50 links.
  const ours = calls.filter((call) => !repeated.has(call));
  const arrivals = mostInASecond(ours.map(({ at }) => at));
  const cases = createCases(evidence, uploads, repeated);
  const current = cases.filter(({ forgottenAtMs }) => forgottenAtMs === null);
  const forgotten = cases.filter(({ forgottenAtMs }) => forgottenAtMs !== null);
  const titles = new Set(links.map(({ title }) => title));
  const duplicates = current.flatMap(findDuplicates);
  const foundDuplicates = duplicates.filter(({ isFound }) => isFound);

  const inState = (...states: readonly UploadState[]) =>
    current.flatMap(({ records }) => records).filter(({ state }) => states.includes(state));
  const queued = inState('queued', 'deferred');
  const traced = links.filter(
    (link) => link.private && Object.values(disk).some((text) => text.includes(JSON.stringify(link.url))),
  );
  const tracedAccounts = evidence.removedAccountIds.flatMap((id) =>
    Object.keys(disk).filter((store) => !keepsEvents(store) && disk[store]?.includes(id)),
  );

  const violations = [
    describeLinks(
      current.filter((each) => each.files.length === 0 && each.records.length === 0),
      ({ link }) => `are neither a file nor a record, for example ${link.url}`,
    ),
    describeLinks(
      cases.filter((each) => each.files.length > 1 + each.repeatedCopies),
      (each) =>
        `are at the service more than once, for example ${each.link.title}: ${describeRequests(each.requests)}`,
    ),
    describeLinks(
      current.filter(({ records }) => records.length > 1),
      ({ link, records }) =>
        `have more than one record, for example ${link.url} (${records.map(({ state }) => state)})`,
    ),
    describeLinks(
      cases.filter(({ link, files }) => files.some(({ folderId }) => folderId !== link.folder.id)),
      ({ link }) => `are in another folder than “${link.folder.name}”, for example ${link.title}`,
    ),
    describeLinks(current.filter(namesOtherFile), ({ link, records, files }) => {
      const codes = files.map(({ fileCode }) => fileCode).join(', ');
      return `have a record that names a file of another link, for example ${link.title}: ${records[0]?.fileCode}, not ${codes}`;
    }),
    describeLinks(
      duplicates.filter(({ isFound }) => !isFound),
      ({ of }) =>
        `have a duplicate that was not found, for example ${of.link.title}: ${describeRequests(of.requests)}`,
    ),
    describeLinks(
      current.filter(hasFalseDuplicate),
      ({ link }) => `have a duplicate that belongs to another link, for example ${link.title}`,
    ),
    describeLinks(
      files.filter(({ title }) => !titles.has(title)),
      ({ title }) => `are at the service although nobody sent them, for example ${title}`,
    ),
    describeLinks(traced, ({ url }) => `are from private windows but are on disk, for example ${url}`),
    describeLinks(
      forgotten.filter(({ records }) => records.length > 0),
      ({ link, records }) =>
        `had to be forgotten but have a record, for example ${link.url} (${records[0]?.state})`,
    ),
    describeLinks(
      forgotten.filter(({ requests, forgottenAtMs }) =>
        requests.some(({ at }) => at > (forgottenAtMs ?? 0) + maxInFlightMs),
      ),
      ({ link, requests }) =>
        `had to be forgotten but were sent after that, for example ${link.url}: ${describeRequests(requests)}`,
    ),
    tracedAccounts.length > 0 ? `A removed account is still on disk, in ${tracedAccounts.join(', ')}.` : null,
    describeLinks(
      inState('uncertain'),
      (each) =>
        `are uncertain although the service could have settled them, for example ${describeUpload(each)}`,
    ),
    describeLinks(inState('refused'), (each) => `were refused, for example ${describeUpload(each)}`),
    describeLinks(
      inState('failed', 'vanished', 'archived'),
      (each) => `failed, for example ${describeUpload(each)}`,
    ),
    describeLinks(
      inState('accepted', 'running', 'verifying'),
      (each) => `never ended, for example ${describeUpload(each)}`,
    ),
    describeLinks(
      inState('sending'),
      (each) => `are stuck in “sending”, for example ${describeUpload(each)}`,
    ),
    describeLinks(
      queued.filter(({ wait }) => wait === null),
      (each) => `are stuck without a reason, for example ${describeUpload(each)}`,
    ),
    describeLinks(
      queued.filter(({ wait }) => wait !== null),
      (each) => `still wait, for example ${describeUpload(each)}`,
    ),
    ...findEventViolations(cases, current),
    pendingEvents > 0 ? `${pendingEvents} events were not delivered.` : null,
    faults.length > 0 ? `The extension reported ${faults.length} faults, for example ${faults[0]}.` : null,
    arrivals > maxPerSecond
      ? `${arrivals} requests arrived within one second; ${maxPerSecond} are allowed.`
      : null,
  ].filter((sentence) => sentence !== null);

  return {
    figures: {
      links: links.length,
      ...(forgotten.length > 0 && { 'of them forgotten': forgotten.length }),
      files: files.length,
      'duplicates made / found': `${duplicates.length} / ${foundDuplicates.length}`,
      'requests in all': calls.length,
      'requests that add a link': uploads.length,
      'of them without a complete response': uploads.filter(({ outcome }) => outcome !== 'answered').length,
      'of them repeated by the browser': uploads.filter((call) => repeated.has(call)).length,
      'refused by the rate limit': calls.filter(({ outcome }) => outcome === 'refused').length,
      'most arrivals in a sliding second': mostInASecond(calls.map(({ at }) => at)),
      'of them sent by the extension, at most': arrivals,
      events: evidence.events.length,
    },
    violations,
  };
}

/** Share of the links that may be left to the user. */
const maxUnsureShare = 0.02;

/**
 * Judges the soak `adversary`: is anything lost, duplicated or stuck?
 *
 * @param untrue links that gave a false reason for waiting
 */
export function judgeAdversary(evidence: Evidence, untrue: readonly string[]): Verdict {
  const { links, faults, files, audit } = evidence;
  const calls = audit.filter(({ path }) => path.startsWith('/api/'));
  const uploads = calls.filter(({ endpoint }) => endpoint === '/api/upload/url');
  // Retried links leave an archived record.
  const shown = evidence.uploads.filter(({ state }) => state !== 'archived');
  const cases = createCases({ ...evidence, uploads: shown }, uploads, new Set());
  const stateOf = ({ records: [record] }: Case) => record?.state;
  const countDone = ({ events }: Case) => events.filter(({ kind }) => kind === 'done').length;
  const lost = cases.filter((each) => each.files.length === 0 && stateOf(each) !== 'uncertain');
  const twice = cases.filter((each) => each.files.length > 1 || each.records.length > 1);
  const unsure = cases.filter((each) => stateOf(each) === 'uncertain');
  const held = cases.filter((each) => !['done', 'uncertain', undefined].includes(stateOf(each)));
  const events = cases.filter(
    (each) => !each.link.private && stateOf(each) === 'done' && countDone(each) !== 1,
  );
  const traced = links.filter(
    (link) =>
      link.private && Object.values(evidence.disk).some((text) => text.includes(JSON.stringify(link.url))),
  );
  const arrivals = mostInASecond(calls.map(({ at }) => at));
  const describeCase = ({ link, records: [record], requests }: Case) =>
    `${record ? describeUpload(record) : link.url}: ${describeRequests(requests)}`;
  return {
    figures: {
      links: links.length,
      files: files.length,
      lost: lost.length,
      twice: twice.length,
      'held up': held.length,
      unsure: unsure.length,
      'requests in all': calls.length,
      'requests that add a link': uploads.length,
      'refused by the rate limit': calls.filter(({ outcome }) => outcome === 'refused').length,
      'most arrivals in a sliding second': arrivals,
    },
    violations: [
      describeLinks(lost, (each) => `are lost, for example ${describeCase(each)}`),
      describeLinks(twice, (each) => `are there twice, for example ${describeCase(each)}`),
      describeLinks(held, (each) => `are held up, for example ${describeCase(each)}`),
      unsure.length > maxUnsureShare * links.length
        ? describeLinks(unsure, (each) => `are unsure, for example ${describeCase(each)}`)
        : null,
      describeLinks(
        cases.filter(namesOtherFile),
        (each) => `name another file, for example ${describeCase(each)}`,
      ),
      describeLinks(
        cases.filter(({ link, files: own }) => own.some(({ folderId }) => folderId !== link.folder.id)),
        (each) => `are in another folder, for example ${describeCase(each)}`,
      ),
      describeLinks(
        events,
        (each) => `do not have exactly one event “done”, for example ${describeCase(each)}`,
      ),
      describeLinks(traced, ({ url }) => `are from private windows but are on disk, for example ${url}`),
      describeLinks(untrue, (each) => `gave a false reason for waiting, for example ${each}`),
      faults.length > 0 ? `The extension reported ${faults.length} faults, for example ${faults[0]}.` : null,
      arrivals > maxPerSecond ? `${arrivals} requests arrived within one second.` : null,
    ].filter((sentence) => sentence !== null),
  };
}

function createCases(
  { links, forgotten, files, uploads, events, keepAlive }: Evidence,
  requests: readonly AuditEntry[],
  repeated: ReadonlySet<AuditEntry>,
): readonly Case[] {
  const filesByTitle = Map.groupBy(files, ({ title }) => title);
  const sent = uploads.filter(({ source }) => source === 'link');
  const recordsByUrl = Map.groupBy(sent, ({ url }) => url);
  const eventsByUrl = Map.groupBy(events, ({ url }) => url);
  const requestsByUrl = Map.groupBy(requests, ({ query }) => query['url'] ?? '');
  return links.map((link) => {
    const own = requestsByUrl.get(link.url) ?? [];
    return {
      link,
      forgottenAtMs: forgotten.get(link.url) ?? null,
      files: filesByTitle.get(link.title) ?? [],
      records: recordsByUrl.get(link.url) ?? [],
      events: eventsByUrl.get(link.url) ?? [],
      requests: own,
      repeatedCopies: keepAlive ? countRepeatedCopies(own, repeated) : 0,
    };
  });
}

/** Number of accepted requests after the first that are retries by the browser. */
function countRepeatedCopies(requests: readonly AuditEntry[], repeated: ReadonlySet<AuditEntry>): number {
  const accepted = requests.filter(({ effect }) => effect);
  return accepted.slice(1).filter((entry) => repeated.has(entry)).length;
}

function findDuplicates(of: Case): readonly { readonly of: Case; readonly isFound: boolean }[] {
  const [record] = of.records;
  if (of.files.length < 2) return [];
  const known = new Set(record?.duplicates.map(({ fileCode }) => fileCode));
  const others = of.files
    .filter(({ fileCode }) => fileCode !== record?.fileCode)
    .slice(0, of.files.length - 1);
  return others.map(({ fileCode }) => ({ of, isFound: known.has(fileCode) }));
}

function namesOtherFile({ records: [record], files }: Case): boolean {
  return record?.state === 'done' && !files.some(({ fileCode }) => fileCode === record.fileCode);
}

function hasFalseDuplicate({ records: [record], files }: Case): boolean {
  return (
    record?.duplicates.some((duplicate) => !files.some(({ fileCode }) => fileCode === duplicate.fileCode)) ??
    false
  );
}

/** Each upload has exactly two events, `sent` and `done`. Events of private windows are not kept. */
function findEventViolations(all: readonly Case[], current: readonly Case[]): readonly (string | null)[] {
  const kinds: readonly SoakEvent['kind'][] = ['sent', 'done'];
  const countOf = ({ events }: Case, kind: SoakEvent['kind']) =>
    events.filter((event) => event.kind === kind).length;
  const describeEvents = ({ link, events }: Case) =>
    `${link.url} (${events.map(({ kind }) => kind).join(', ')})`;
  const ended = current.filter(({ link, records }) => !link.private && records[0]?.state === 'done');
  return [
    describeLinks(
      ended.filter((each) => kinds.some((kind) => countOf(each, kind) === 0)),
      (each) => `have no events “sent” and “done”, for example ${describeEvents(each)}`,
    ),
    describeLinks(
      all.filter((each) => kinds.some((kind) => countOf(each, kind) > 1)),
      (each) => `have an event twice, for example ${describeEvents(each)}`,
    ),
    describeLinks(
      all.filter(({ events }) => events.some(({ kind }) => !kinds.includes(kind))),
      (each) => `have an event that did not happen, for example ${describeEvents(each)}`,
    ),
  ];
}

/** A violation by these links, with the first as an example; null without links. */
function describeLinks<T>(links: readonly T[], format: (first: T) => string): string | null {
  const [first] = links;
  return first === undefined ? null : `${links.length} of the links ${format(first)}.`;
}

function describeUpload({ url, state, wait, failure, uncertainty, attempts }: Upload): string {
  const parts = [
    state,
    wait && `waits for ${wait.reason}`,
    failure && `${failure.code}: ${failure.msg}`,
    uncertainty && `${uncertainty.cause}, ${uncertainty.checks} checks`,
    `${attempts} attempts`,
  ];
  return `${url} (${parts.filter((part) => part !== null).join('; ')})`;
}

function describeRequests(requests: readonly AuditEntry[]): string {
  const start = requests[0]?.at ?? 0;
  return requests
    .map(({ at, outcome, fault, status, effect }) => {
      const parts = [fault ?? outcome, status, effect ? 'accepted' : 'not accepted'].filter(
        (part) => part !== null,
      );
      return `${((at - start) / 1_000).toFixed(3)} s ${parts.join(' ')}`;
    })
    .join(', ');
}

/** An equal request within this time after a reset is a retry by the browser, because the extension waits longer. */
const maxRetryDelayMs = 1_000;

/** Retries by the browser: equal requests right after a connection was reset. */
function findRetries(calls: readonly AuditEntry[]): ReadonlySet<AuditEntry> {
  const last = new Map<string, AuditEntry>();
  const found = calls.filter((entry) => {
    const request = JSON.stringify([entry.path, entry.query]);
    const before = last.get(request);
    last.set(request, entry);
    return before?.outcome === 'reset' && entry.at - before.at < maxRetryDelayMs;
  });
  return new Set(found);
}
