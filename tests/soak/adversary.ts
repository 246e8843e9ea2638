/**
 * The soak `adversary`: like `workers`, but the service does everything its document doesn't forbid, several misbehaviours at a time. A
 * user retries failed links, and the worker is killed, even during a retry. The browser fetches some links from sites that misbehave too
 * (`sites.ts`). The last links are sent while no transfers are reported, and those with a file must still be done. In the end the service
 * behaves, and everything has to settle.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { WaitReason } from '../../lib/uploads/upload.ts';
import { type FaultKind, type FaultRule, seededRandom } from '../../service/src/fault-plan.ts';
import type { Settings } from '../../service/src/index.ts';
import { type SoakPlan, soakLinks } from './plan.ts';
import { isOpen, privateUrlsOf, type SoakParts, SoakRun } from './run.ts';
import { startSites } from './sites.ts';
import { WorkerKills } from './soak.ts';
import { judgeAdversary, type SoakResult } from './verdict.ts';

/** One link in this number fails at first, at a site that refuses the first request. */
const flakyEvery = 10;
const maxMisbehaviours = 4;
/** Backoffs end within this time. */
const settleMs = 10 * 60_000;
const silentShare = 0.1;
const siteLinks = 12;
/** Links with a file must be done within this time without reported transfers. */
const silentMs = 2 * 60_000;
/** Of the kills, during a user's action. */
const actionShare = 0.5;
/** No misbehaviour can cause these. */
const impossibleWaits: readonly WaitReason[] = ['account', 'permission', 'paused', 'quota', 'title'];

/** @throws {Error} if the worker doesn't wake */
export async function soakAdversary(parts: SoakParts, plan: SoakPlan): Promise<SoakResult> {
  const run = await SoakRun.begin(parts);
  const { admin, quiet } = run;
  const { settings } = parts.service;
  const random = seededRandom(plan.seed);
  const choose = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const folders = await run.makeFolders();
  const links = soakLinks(parts.site, plan.links, folders).map((link, at) =>
    at % flakyEvery === 4 ? { ...link, url: link.url.replace('/poster.jpg', '/flaky.webm') } : link,
  );
  await admin.clearAudit();
  const startedMs = performance.now();
  const untrue = new Set<string>();
  const used = new Map<string, number>();

  async function changeMisbehaviours(): Promise<void> {
    const { length } = misbehaviours;
    const count = Math.ceil(random() * maxMisbehaviours);
    const chosen = new Set(Array.from({ length: count }, () => misbehaviours[Math.floor(random() * length)]));
    const codes = (await admin.transfers()).map(({ fileCode }) => fileCode);
    const faults: FaultRule[] = [];
    Object.assign(settings, { slots: 20, serverTimeOffset: 0, decodeRemoteUrls: false });
    for (const [name, misbehaviour] of [...chosen].flatMap((each) => (each ? [each] : []))) {
      used.set(name, (used.get(name) ?? 0) + 1);
      const given = misbehaviour({
        word: choose(['finished', 'completed', 'done', 'working']),
        hours: Math.ceil(random() * 5) - 3,
        code: choose([...codes, 'none']),
        folderId: choose(folders).id,
        seed: plan.seed,
        silence: choose(silences),
      });
      faults.push(...(given.faults ?? []));
      Object.assign(settings, given.settings);
    }
    await admin.setFaults([...faults, ...plan.faults]);
  }

  /** A killed worker doesn't respond, and another retry may have been faster. */
  async function retryFailed(): Promise<void> {
    const failed = (await run.read()).uploads.filter(({ state, intent }) => state === 'failed' && !intent);
    const { id, accountId } = choose(failed) ?? {};
    if (id === undefined || accountId === undefined) return;
    const sent =
      random() < 0.2
        ? quiet.send('uploads.restartFailed', { accountId })
        : quiet.send('uploads.retry', { id });
    await sent.catch(() => {});
  }

  /** Waits for all links with a file. @returns those that aren't done in time */
  async function expectSeen(): Promise<readonly string[]> {
    const email = parts.service.accounts().find((account) => account.key === parts.key)?.email ?? '';
    for (const endMs = performance.now() + silentMs; ; await delay(1_000)) {
      const { uploads } = await run.read();
      const codes = new Set((await admin.files(email)).map(({ fileCode }) => fileCode));
      const own = uploads.filter(({ source }) => source === 'link');
      const unseen = own.filter(({ state, fileCode }) => state !== 'done' && codes.has(fileCode ?? ''));
      const isLeaving = own.some(({ state }) => state === 'queued' || state === 'sending');
      if (performance.now() > endMs || (unseen.length === 0 && !isLeaving))
        return unseen.map(({ url }) => url);
    }
  }

  const last = links.slice(Math.floor(links.length * (1 - silentShare)));
  const kept = links.slice(0, links.length - last.length);
  const killed = { ...plan, links: kept.length, alarmEvery: Number.POSITIVE_INFINITY };
  const kills = new WorkerKills(run, killed, kept);
  const sites = await startSites(choose, seededRandom(plan.seed + 1));
  const fetched = sites.links(siteLinks);
  await quiet.send('links.send', { links: fetched, folder: choose(folders), private: false, via: 'browser' });
  await kills.sendNext(plan.firstBatch);
  let acting: Promise<void> = Promise.resolve();
  while (await kills.shouldContinue()) {
    await changeMisbehaviours();
    if (random() < actionShare) acting = retryFailed();
    await kills.next();
    await acting;
    for (const { url, wait } of (await run.read()).uploads)
      if (wait !== null && impossibleWaits.includes(wait.reason)) untrue.add(`${url}: ${wait.reason}`);
  }
  await kills.sendNext(kept.length);
  const faults = await run.countFaults();
  Object.assign(settings, { slots: 20, serverTimeOffset: 0, decodeRemoteUrls: false });
  await admin.setFaults([{ ...choose(silences), endpoint: transfers }]);
  parts.log(`The worker was killed ${kills.count} times. From now on no transfers are reported.`);
  await run.showPopup(true);
  await run.send(last);
  const unseen = await expectSeen();
  await run.report('the service behaves');
  await admin.clearFaults();
  sites.becomeHonest();

  // A slow machine may have spent more than that before.
  const settledByMs = performance.now() + settleMs;
  for (let round = 1; performance.now() < settledByMs; round += 1) {
    const { uploads, pendingEvents } = await run.read();
    const isFailed = uploads.some(({ state, source }) => state === 'failed' && source === 'link');
    const isMoving = uploads.some((each) => (each.source === 'link' || sites.isOurs(each)) && isOpen(each));
    // The sites are honest now, so a user retries links that bad responses refused.
    const refused = uploads.filter((each) => sites.isOurs(each) && each.state === 'refused');
    for (const { id } of refused) await quiet.send('uploads.retry', { id }).catch(() => {});
    if (!isFailed && !isMoving && refused.length === 0 && pendingEvents === 0) break;
    if (isFailed) await retryFailed();
    if (round % 20 === 0) await run.report('settling');
    await delay(1_000);
  }
  await run.showPopup(false);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const evidence = await run.gather();
  const { figures, violations } = judgeAdversary(evidence, [...untrue]);
  const download = async (fileCode: string) =>
    (await fetch(`${parts.service.url}/file/${fileCode}?download=1`)).bytes();
  const fromSites = await sites.judge(evidence.uploads, download);
  await sites.close();
  const misbehavioursUsed = [...used].map(([name, count]) => `${name} ${count}`).join(', ');
  const unseenViolation = `${unseen.length} of the links had a file but were not done while no transfers were reported, for example ${unseen[0]}.`;
  return {
    figures: {
      seconds,
      ...kills.figures(),
      misbehaviours: misbehavioursUsed,
      'faults in the last plan': faults,
      ...figures,
      ...fromSites.figures,
    },
    violations: [...violations, ...fromSites.violations, ...(unseen.length > 0 ? [unseenViolation] : [])],
    privateUrls: privateUrlsOf(links),
  };
}

interface Subject {
  /** For finished transfers. */
  readonly word: string;
  /** Of the service's clock. */
  readonly hours: number;
  /** Of a transfer. */
  readonly code: string;
  readonly folderId: string;
  readonly seed: number;
  /** Of calls about transfers. */
  readonly silence: FaultKind;
}

type Misbehaviour = (subject: Subject) => {
  readonly faults?: readonly FaultRule[];
  readonly settings?: Partial<Settings>;
};

const list = '/api/urlupload/list';
const transfers = '/api/urlupload/*';
const info = '/api/file/info';
const actions = '/api/urlupload/actions';
const failure = { kind: 'status', httpStatus: 500 } as const;
const respond = (msg: string, status: number, rest = {}) =>
  ({ kind: 'envelope', envelope: { msg, status, ...rest } }) as const;
const other = {
  status: 'pending',
  remote_url: `http://other.example/${'x'.repeat(2_000)}`,
  folder_id: '0',
  bytes_total: '0',
  bytes_downloaded: '0',
  created: '2026-11-01 00:00:00',
};

const silences: readonly FaultKind[] = [
  { kind: 'html', httpStatus: 404 },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'hang' },
  respond('Bad Request', 400),
];

const misbehaviours: readonly (readonly [string, Misbehaviour])[] = Object.entries({
  'lists nothing': () => ({ faults: [{ endpoint: list, ...respond('OK', 200, { result: [] }), times: 2 }] }),
  'refuses lists of codes': () => ({
    faults: [{ endpoint: info, listIn: 'file_code', ...respond('Invalid file_code', 400) }],
  }),
  'finds no list of codes': () => ({
    faults: [{ endpoint: info, listIn: 'file_code', ...respond('OK', 200, { result: [] }) }],
  }),
  'fails for one file': ({ code }) => ({
    faults: [{ endpoint: info, query: { file_code: code }, ...failure }],
  }),
  'finds nothing if one file is included': ({ code }) => ({
    faults: [{ endpoint: info, query: { file_code: code }, ...respond('Not found', 404) }],
  }),
  'fails for one folder': ({ folderId }) => ({
    faults: [{ endpoint: '/api/folder/list', query: { fld_id: folderId }, ...failure }],
  }),
  'keeps finished transfers': ({ word }) => ({ settings: { finishedStatus: word } }),
  'lists a thousand other transfers': ({ seed }) => ({
    faults: [{ endpoint: list, kind: 'crowd', count: 1_000, entry: other, probability: 0.5, seed }],
  }),
  'loses responses to deletions': () => ({ faults: [{ endpoint: actions, kind: 'reset-after' }] }),
  'responds to deletions late': () => ({ faults: [{ endpoint: actions, kind: 'delay-answer', ms: 3_000 }] }),
  'deletes late': () => ({ faults: [{ endpoint: actions, kind: 'reset-early', ms: 4_000 }] }),
  'only claims to delete': () => ({
    faults: [{ endpoint: actions, ...respond('Errors restarted', 200) }],
  }),
  'accepts links late': ({ seed }) => ({
    faults: [{ endpoint: '/api/upload/url', kind: 'reset-early', ms: 6_000, probability: 0.1, seed }],
  }),
  'has no slots': () => ({ settings: { slots: 0 } }),
  'has a wrong clock': ({ hours }) => ({ settings: { serverTimeOffset: hours * 3_600 } }),
  'decodes addresses': () => ({ settings: { decodeRemoteUrls: true } }),
  'reports no transfers': ({ silence }) => ({ faults: [{ ...silence, endpoint: transfers }] }),
  'is slow': ({ seed }) => ({
    faults: [{ endpoint: '*', kind: 'delay', ms: 0, maxMs: 3_000, probability: 0.3, seed }],
  }),
} satisfies Record<string, Misbehaviour>);
