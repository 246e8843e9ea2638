/** What a soak came to: figures, and a sentence for each promise that was broken. Pure. */
import type { EventKind, LoggedEvent } from '../../lib/uploads/event.ts';
import type { Upload, UploadState } from '../../lib/uploads/upload.ts';
import type { AuditEntry } from '../../service/src/index.ts';
import { mostInASecond } from '../bench/arrivals.ts';
import type { SoakLink } from './plan.ts';

export interface Evidence {
  readonly links: readonly SoakLink[];
  /**
   * Addresses of links of which Linkhaul must know nothing any more, and since when (milliseconds since the epoch): those
   * of a removed account, and those from private windows of a browser that ended.
   */
  readonly forgotten: ReadonlyMap<string, number>;
  readonly removedAccountIds: readonly string[];
  /** All files that the service has in the end. */
  readonly files: readonly StoredFile[];
  /** All records of the extension. */
  readonly uploads: readonly Upload[];
  /** Every event that was ever seen in its log, once. */
  readonly events: readonly LoggedEvent[];
  /** Events that were not delivered in the end. */
  readonly pendingEvents: number;
  /** Everything that the extension has on disk: store → content as text. */
  readonly disk: Readonly<Record<string, string>>;
  /** Every request that reached the service. */
  readonly audit: readonly AuditEntry[];
  /** The service keeps connections open: then Chromium repeats by itself what breaks on a used one. */
  readonly keepAlive: boolean;
  /** What the extension's worker and pages reported as faults of their own. */
  readonly faults: readonly string[];
}

export interface StoredFile {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string | null;
}

export interface Verdict {
  readonly figures: Readonly<Record<string, number | string>>;
  /** Empty where every promise was kept. */
  readonly violations: readonly string[];
}

/** A verdict, and what else can be searched for once the browser has ended. */
export interface SoakResult extends Verdict {
  /** Addresses that must be nowhere on disk. */
  readonly privateUrls: readonly string[];
}

const mostPerSecond = 10;
/** The log of what was done; it outlives its account. */
const eventStore = 'linkhaul-uploads/events';
/** Milliseconds that a request may be on its way when its link is forgotten. */
const onItsWayMs = 250;

/** One link with everything that is known of it. */
interface Case {
  readonly link: SoakLink;
  /** Milliseconds since the epoch; null: it is not. */
  readonly forgottenAtMs: number | null;
  readonly files: readonly StoredFile[];
  readonly records: readonly Upload[];
  readonly events: readonly LoggedEvent[];
  /** Requests that add it. */
  readonly requests: readonly AuditEntry[];
  /** Copies that the service made because the browser repeated a request. */
  readonly repeatedCopies: number;
}

export function judge(evidence: Evidence): Verdict {
  const { links, files, disk, faults, pendingEvents } = evidence;
  const calls = evidence.audit.filter(({ path }) => path.startsWith('/api/'));
  const uploads = calls.filter(({ endpoint }) => endpoint === '/api/upload/url');
  const repeated = findRepeats(calls);
  // What the browser repeats, no limiter of ours can count.
  const ours = evidence.keepAlive ? calls.filter((call) => !repeated.has(call)) : calls;
  const arrivals = mostInASecond(ours.map(({ at }) => at));
  const cases = casesOf(evidence, uploads, repeated);
  const current = cases.filter(({ forgottenAtMs }) => forgottenAtMs === null);
  const forgotten = cases.filter(({ forgottenAtMs }) => forgottenAtMs !== null);
  const titles = new Set(links.map(({ title }) => title));
  const twins = current.flatMap(twinsOf);
  const foundTwins = twins.filter(({ isFound }) => isFound);

  const inState = (...states: readonly UploadState[]) =>
    current.flatMap(({ records }) => records).filter(({ state }) => states.includes(state));
  const queued = inState('queued', 'deferred');
  const traced = links.filter(
    (link) => link.private && Object.values(disk).some((text) => text.includes(JSON.stringify(link.url))),
  );
  const tracedAccounts = evidence.removedAccountIds.flatMap((id) =>
    Object.keys(disk).filter((store) => store !== eventStore && disk[store]?.includes(id)),
  );

  const violations = [
    some(
      current.filter((each) => each.files.length === 0 && each.records.length === 0),
      ({ link }) => `are neither a file nor a record, like ${link.url}`,
    ),
    some(
      cases.filter((each) => each.files.length > 1 + each.repeatedCopies),
      (each) => `are at the service more than once, like ${each.link.title}: ${historyOf(each.requests)}`,
    ),
    some(
      current.filter(({ records }) => records.length > 1),
      ({ link, records }) =>
        `have more than one record, like ${link.url} (${records.map(({ state }) => state)})`,
    ),
    some(
      cases.filter(({ link, files }) => files.some(({ folderId }) => folderId !== link.folder.id)),
      ({ link }) => `are in another folder than “${link.folder.name}”, like ${link.title}`,
    ),
    some(current.filter(isMistaken), ({ link, records, files }) => {
      const codes = files.map(({ fileCode }) => fileCode).join(', ');
      return `have a record that names a file of another link, like ${link.title}: ${records[0]?.fileCode}, not ${codes}`;
    }),
    some(
      twins.filter(({ isFound }) => !isFound),
      ({ of }) => `have a twin that was not found, like ${of.link.title}: ${historyOf(of.requests)}`,
    ),
    some(
      current.filter(hasFalseTwin),
      ({ link }) => `have a twin that is none of theirs, like ${link.title}`,
    ),
    some(
      files.filter(({ title }) => !titles.has(title)),
      ({ title }) => `are at the service though nobody sent them, like ${title}`,
    ),
    some(traced, ({ url }) => `are from private windows and yet on disk, like ${url}`),
    some(
      forgotten.filter(({ records }) => records.length > 0),
      ({ link, records }) => `had to be forgotten and have a record, like ${link.url} (${records[0]?.state})`,
    ),
    some(
      forgotten.filter(({ requests, forgottenAtMs }) =>
        requests.some(({ at }) => at > (forgottenAtMs ?? 0) + onItsWayMs),
      ),
      ({ link, requests }) =>
        `had to be forgotten and were sent after that, like ${link.url}: ${historyOf(requests)}`,
    ),
    tracedAccounts.length > 0 ? `A removed account is still on disk, in ${tracedAccounts.join(', ')}.` : null,
    some(
      inState('uncertain'),
      (each) => `are left uncertain, which the service could have settled, like ${inWords(each)}`,
    ),
    some(inState('refused'), (each) => `were refused, like ${inWords(each)}`),
    some(inState('failed', 'vanished', 'archived'), (each) => `did not end well, like ${inWords(each)}`),
    some(
      inState('accepted', 'running', 'verifying'),
      (each) => `were never seen to end, like ${inWords(each)}`,
    ),
    some(inState('sending'), (each) => `are being sent for ever, like ${inWords(each)}`),
    some(
      queued.filter(({ wait }) => wait === null),
      (each) => `neither end nor say what they wait for, like ${inWords(each)}`,
    ),
    some(
      queued.filter(({ wait }) => wait !== null),
      (each) => `still wait, like ${inWords(each)}`,
    ),
    ...eventViolations(cases, current),
    pendingEvents > 0 ? `${pendingEvents} events were not delivered.` : null,
    faults.length > 0 ? `The extension reported ${faults.length} faults, like ${faults[0]}.` : null,
    arrivals > mostPerSecond
      ? `${arrivals} requests arrived within one second; ${mostPerSecond} are allowed.`
      : null,
  ].filter((sentence) => sentence !== null);

  return {
    figures: {
      links: links.length,
      ...(forgotten.length > 0 && { 'of them forgotten': forgotten.length }),
      files: files.length,
      'twins made / found': `${twins.length} / ${foundTwins.length}`,
      'requests in all': calls.length,
      'requests that add a link': uploads.length,
      'of them without their whole answer': uploads.filter(({ outcome }) => outcome !== 'answered').length,
      'of them repeated by the browser': uploads.filter((call) => repeated.has(call)).length,
      'refused for their number': calls.filter(({ outcome }) => outcome === 'refused').length,
      'most arrivals in a sliding second': mostInASecond(calls.map(({ at }) => at)),
      'of them sent by the extension, at most': arrivals,
      events: evidence.events.length,
    },
    violations,
  };
}

function casesOf(
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
      repeatedCopies: keepAlive ? copiesOf(own, repeated) : 0,
    };
  });
}

/** Of the requests that were taken, those beyond the first that the browser repeated. */
function copiesOf(requests: readonly AuditEntry[], repeated: ReadonlySet<AuditEntry>): number {
  const taken = requests.filter(({ effect }) => effect);
  return taken.slice(1).filter((entry) => repeated.has(entry)).length;
}

/** Every copy of a link besides the one that its record names. */
function twinsOf(of: Case): readonly { readonly of: Case; readonly isFound: boolean }[] {
  const [record] = of.records;
  if (of.files.length < 2) return [];
  const known = new Set(record?.twins.map(({ fileCode }) => fileCode));
  const others = of.files
    .filter(({ fileCode }) => fileCode !== record?.fileCode)
    .slice(0, of.files.length - 1);
  return others.map(({ fileCode }) => ({ of, isFound: known.has(fileCode) }));
}

function isMistaken({ records: [record], files }: Case): boolean {
  return record?.state === 'done' && !files.some(({ fileCode }) => fileCode === record.fileCode);
}

function hasFalseTwin({ records: [record], files }: Case): boolean {
  return record?.twins.some((twin) => !files.some(({ fileCode }) => fileCode === twin.fileCode)) ?? false;
}

/** Each upload is told as sent and as done, once, and as nothing else. Those from private windows leave no events to see. */
function eventViolations(all: readonly Case[], current: readonly Case[]): readonly (string | null)[] {
  const kinds: readonly EventKind[] = ['sent', 'done'];
  const countOf = ({ events }: Case, kind: EventKind) => events.filter((event) => event.kind === kind).length;
  const toldOf = ({ link, events }: Case) => `${link.url} (${events.map(({ kind }) => kind).join(', ')})`;
  const ended = current.filter(({ link, records }) => !link.private && records[0]?.state === 'done');
  return [
    some(
      ended.filter((each) => kinds.some((kind) => countOf(each, kind) === 0)),
      (each) => `were not told as sent and done, like ${toldOf(each)}`,
    ),
    some(
      all.filter((each) => kinds.some((kind) => countOf(each, kind) > 1)),
      (each) => `were told more than once, like ${toldOf(each)}`,
    ),
    some(
      all.filter(({ events }) => events.some(({ kind }) => !kinds.includes(kind))),
      (each) => `were told as what did not happen, like ${toldOf(each)}`,
    ),
  ];
}

/** A sentence about links that did something wrong, with the first as an example; null where none did. */
function some<T>(links: readonly T[], say: (first: T) => string): string | null {
  const [first] = links;
  return first === undefined ? null : `${links.length} of the links ${say(first)}.`;
}

function inWords({ url, state, wait, failure, uncertainty, attempts }: Upload): string {
  const parts = [
    state,
    wait && `waits for ${wait.reason}`,
    failure && `${failure.code}: ${failure.msg}`,
    uncertainty && `${uncertainty.cause}, ${uncertainty.checks} checks`,
    `${attempts} attempts`,
  ];
  return `${url} (${parts.filter((part) => part !== null).join('; ')})`;
}

/** What became of each request for one link, and when: seconds since the first. */
function historyOf(requests: readonly AuditEntry[]): string {
  const start = requests[0]?.at ?? 0;
  return requests
    .map(({ at, outcome, fault, status, effect }) => {
      const what = [fault ?? outcome, status, effect ? 'taken' : 'not taken'].filter((part) => part !== null);
      return `${((at - start) / 1_000).toFixed(3)} s ${what.join(' ')}`;
    })
    .join(', ');
}

/** Milliseconds within which an equal request after a reset is the browser's: the extension waits longer with each. */
const repeatWithinMs = 1_000;

/** Requests that were not the extension's: the same once more, right after its connection was reset. */
function findRepeats(calls: readonly AuditEntry[]): ReadonlySet<AuditEntry> {
  const last = new Map<string, AuditEntry>();
  const found = calls.filter((entry) => {
    const request = JSON.stringify([entry.path, entry.query]);
    const before = last.get(request);
    last.set(request, entry);
    return before?.outcome === 'reset' && entry.at - before.at < repeatWithinMs;
  });
  return new Set(found);
}
