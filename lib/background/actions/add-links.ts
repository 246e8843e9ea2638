import { getOtherAccountName } from '../../accounts/account.ts';
import { readSyncState } from '../../catalog/sync/sync-state.ts';
import type { LinkDraft } from '../../links/link.ts';
import type { AddOutcome, KnownLink, LinksByAccount } from '../../protocol.ts';
import { catalogTimeoutMs } from '../../timing/policies.ts';
import { runInSlices } from '../../timing/steps.ts';
import { createSendUndo } from '../../undo-id.ts';
import type { AddOptions, AddResult, DraftWithDestination, Target } from '../../uploads/add-uploads.ts';
import { type Upload, type UploadState, withChosenFields } from '../../uploads/upload.ts';
import type { Needs, Parts } from '../parts.ts';
import { NoAccountError } from '../problems.ts';
import {
  type Decision,
  type DecisionFacts,
  type DecisionRequest,
  decideInSteps,
  decideLinks,
  getTargets,
} from './decide-links.ts';

export type FactsNeeds = Needs<'accounts' | 'rules' | 'settings' | 'shortlists' | 'ports'>;
export type AddNeeds = FactsNeeds & Needs<'uploads' | 'catalogStore' | 'scheduler'>;

interface AddRequest extends DecisionRequest {
  /** Set if accounts get only some of the links. */
  readonly only?: LinksByAccount | undefined;
  /** How long the links wait for the title. */
  readonly titleTimeoutMs?: number;
  /** Ids of uploads that the links replace. */
  readonly replaces?: AddOptions['replaces'];
  /** How long the links are held, unless `setTitle` comes first. */
  readonly holdMs?: number | undefined;
}

const minSlicedLinks = 250;

export type AddedLinks = Awaited<ReturnType<typeof addLinks>>;

/** Rejects with `NoAccountError` if the account no longer exists. */
export async function addLinks(context: AddNeeds, request: AddRequest) {
  const { accountId, folder, also = [], only, titleTimeoutMs, replaces, holdMs, anyway = false } = request;
  const facts = await readFacts(context);
  const { accounts, linkTextAsTitle } = facts;
  if (
    ![accountId, ...also.map((each) => each.accountId)].every((id) => accounts.some((each) => each.id === id))
  )
    throw new NoAccountError();
  const decision = await decideAnyNumber(request, facts);
  const options = {
    shouldAddDuplicates: anyway,
    replaces,
    ...(only && { only: new Map(Object.entries(only).map(([id, urls]) => [id, new Set(urls)])) }),
    titleTimeoutMs: holdMs ?? (linkTextAsTitle ? titleTimeoutMs : undefined),
  };
  const { added, existing } = await context.scheduler.runAction(['send'], async () => {
    const first = await context.uploads.addToDestinations(decision.drafts, options);
    return addDeleted(context, decision.drafts, options, first);
  });
  // The links are stored. The user would send them again if a later failure were reported.
  const targets = findTargets(decision);
  const used = targets.filter((target) =>
    added.some((each) => each.accountId === target.accountId && each.folder.id === target.folder.id),
  );
  if (!request.private)
    for (const target of used)
      await context.shortlists.recordUse(target.accountId, target.folder).catch(context.ports.onFault);
  const { heldPrivate, invalid } = decision;
  const held = [
    ...heldPrivate.flatMap(({ url, to }) => getTargets(to).map((target) => ({ ...target, url }))),
    ...existing.map(({ url, upload: { accountId: id } }) => ({ accountId: id, url })),
  ];
  const hasCopies = [...decision.drafts, ...heldPrivate].some(({ to }) => getTargets(to).length > 1);
  // Accounts that hold back all of their copies aren't named.
  const named = used.length > 0 ? used : targets;
  const names = named.map((target) => getOtherAccountName(accounts, target.accountId, accountId));
  const isOwn = existing.every(
    ({ upload }) => upload.accountId === accountId && (request.private || !upload.private),
  );
  // Two forms of an address are one upload.
  const knownById = new Map((isOwn ? existing : []).map((each) => [each.upload.id, toKnownLink(each)]));
  const known = [...knownById.values()];
  const outcome: AddOutcome = {
    queued: added.length,
    ids: added.map(({ id }) => id),
    undo: createSendUndo(added),
    duplicates: [...new Set(held.map(({ url }) => url))],
    ...(known.length > 0 && !request.private && { known }),
    ...(heldPrivate.length > 0 && { heldPrivate: heldPrivate.map(({ url }) => url) }),
    ...(hasCopies && { heldBy: groupByAccount(held) }),
    invalid,
    ...(folder === null && { folders: named.map((target) => target.folder) }),
    ...(names.some((name) => name !== null) && { accounts: names }),
  };
  return {
    outcome,
    added,
    targets: used,
    existing: existing.map(({ upload }) => upload),
    /** Where `accountId` has them, if it has all. */
    known,
    /** Decides the title again, now that the link's text is known. */
    decideTitle: (link: LinkDraft) =>
      decideLinks({ ...request, links: [link] }, facts).drafts[0]?.title ?? null,
  };
}

/** Other messages are handled between the slices. */
const decideAnyNumber = async (request: AddRequest, facts: DecisionFacts): Promise<Decision> =>
  (request.links.length > minSlicedLinks ? await runInSlices(decideInSteps(request, facts)) : null) ??
  decideLinks(request, facts);

function toKnownLink({ url, upload }: AddResult['existing'][number]): KnownLink {
  const { id, arrivedAtMs, state, folder } = withChosenFields(upload);
  return {
    ...{ url, id, folder },
    state: arrivedAtMs !== null ? 'arrived' : waits.has(state) ? 'queued' : 'uploading',
  };
}

const waits: ReadonlySet<UploadState> = new Set(['queued', 'deferred']);

export async function readFacts({
  accounts,
  rules,
  settings,
  shortlists,
  ports,
}: FactsNeeds): Promise<DecisionFacts> {
  const [{ list }, stored, { linkTextAsTitle }] = await Promise.all([
    accounts.get(),
    rules.get(),
    settings.get(),
  ]);
  const defaultFolders = await Promise.all(
    list.map(async ({ id }) => [id, (await shortlists.get(id)).default] as const),
  );
  return {
    accounts: list,
    rules: stored,
    defaultFolders: new Map(defaultFolders),
    linkTextAsTitle,
    nowMs: ports.wallNow(),
  };
}

/** Each account and folder once, although destinations may share them. */
function findTargets({ drafts, heldPrivate }: Decision): readonly Target[] {
  const destinations = new Set([...drafts, ...heldPrivate].map(({ to }) => to));
  const targets = [...destinations].flatMap(getTargets);
  return [
    ...new Map(
      targets.map((target) => [JSON.stringify([target.accountId, target.folder.id]), target]),
    ).values(),
  ];
}

interface HeldLink {
  readonly accountId: string;
  readonly url: string;
}

const groupByAccount = (held: readonly HeldLink[]): LinksByAccount =>
  Object.fromEntries(
    [...Map.groupBy(held, ({ accountId }) => accountId)].map(([id, each]) => [
      id,
      each.map(({ url }) => url),
    ]),
  );

/** A link isn't a duplicate if its file was deleted. The catalog is asked last, because it may fail or hang. */
async function addDeleted(
  context: Needs<'catalogStore' | 'ports' | 'scheduler' | 'uploads'>,
  drafts: readonly DraftWithDestination[],
  options: AddOptions,
  first: AddResult,
): Promise<AddResult> {
  const { uploads, ports, scheduler } = context;
  const arrived = first.existing.filter(({ upload }) => upload.arrivedAtMs !== null);
  if (arrived.length === 0) return first;
  void scheduler.wake('send');
  const only = new Map(
    [...Map.groupBy(arrived, ({ upload }) => upload.accountId)].map(([id, each]) => [
      id,
      new Set(each.map(({ url }) => url)),
    ]),
  );
  // They may be copies of what was added.
  const linkIds = new Map(first.added.map(({ url, linkId }) => [url, linkId]));
  const arrivedUrls = new Set(arrived.map(({ url }) => url));
  const again = drafts
    .filter(({ url }) => arrivedUrls.has(url))
    .map((draft) => ({ ...draft, linkId: linkIds.get(draft.url) }));
  try {
    if (!(await forgetDeleted(context, await uploads.findArrived(again, { ...options, only })))) return first;
    const second = await uploads.addToDestinations(again, { ...options, only });
    const others = first.existing.filter(({ upload }) => upload.arrivedAtMs === null);
    return { added: [...first.added, ...second.added], existing: [...others, ...second.existing] };
  } catch (fault) {
    ports.onFault(fault);
    return first;
  }
}

async function forgetDeleted(
  { uploads, catalogStore, ports }: Needs<'catalogStore' | 'ports' | 'uploads'>,
  arrived: readonly Upload[],
): Promise<boolean> {
  const asking = [...Map.groupBy(arrived, ({ accountId }) => accountId)].map(
    async ([accountId, ofAccount]) => {
      const { promise: timeout, resolve } = Promise.withResolvers<readonly string[]>();
      const timer = ports.setTimer(() => resolve([]), catalogTimeoutMs);
      const deleted = await Promise.race([findDeleted(catalogStore, accountId, ofAccount), timeout])
        .catch((fault: unknown) => void ports.onFault(fault))
        .finally(() => ports.clearTimer(timer as never));
      if (deleted?.length) await uploads.markFilesDeleted(accountId, deleted);
      return deleted !== undefined && deleted.length > 0;
    },
  );
  return (await Promise.all(asking)).includes(true);
}

/** Codes that a complete catalog lacks, synced after their arrival. */
async function findDeleted(
  catalog: Pick<Parts['catalogStore'], 'state' | 'files'>,
  accountId: string,
  arrived: readonly Upload[],
): Promise<readonly string[]> {
  const { phase, syncedAtMs, isDamaged: damaged } = readSyncState(await catalog.state(accountId));
  if (phase !== 'complete' || syncedAtMs === null || damaged) return [];
  const fileCodes = arrived.flatMap(({ arrivedAtMs, fileCode }) =>
    fileCode === null || arrivedAtMs === null || arrivedAtMs >= syncedAtMs ? [] : fileCode,
  );
  const known = new Set((await catalog.files(accountId, fileCodes)).map(({ fileCode }) => fileCode));
  return fileCodes.filter((fileCode) => !known.has(fileCode));
}
