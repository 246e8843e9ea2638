import { type Builder, type BuilderState, formatFile } from 'linkhaul-player/builder';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { getOwnHosts } from '../../lib/accounts/public-address.ts';
import { getLargestPicture } from '../files/details/details-model.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { useOnRecovery, usePageApi } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { t } from '../text.ts';
import type { CheckResult } from './wording.ts';

export interface EmbedFile {
  readonly fileCode: string;
  readonly title: string;
  /** Of the file's page, as in a listing. */
  readonly address?: string | null;
  /** Absolute address. */
  readonly image: string | null;
  /** In ISO 8601, on the service's clock. */
  readonly uploadedAt?: string | undefined;
  readonly durationSeconds?: number | undefined;
}

export interface FileDetails {
  readonly file: EmbedFile | null;
  readonly result: CheckResult | null;
}

const noFile: EmbedFile = { fileCode: '', title: '', image: null };

/**
 * Looks up the file once typing pauses. Fills in fields that are empty or still have the previous file's values.
 *
 * @param hasPoster whether the host's player takes a poster
 * @param ownCode a file of the account, wherever its player is. Others are recognised by their host
 */
export function useFileDetails(
  account: Account,
  state: BuilderState,
  builder: Builder,
  hasPoster: boolean,
  ownCode: string | null,
): FileDetails {
  const { send } = usePageApi();
  const { file } = state.parsed;
  const isOwn =
    file !== null && (file.fileCode === ownCode || getOwnHosts(account).includes(new URL(file.baseUrl).host));
  const fileCode = useDebouncedValue(isOwn ? file.fileCode : null);
  const { answer, problem, ask } = useAnswer(
    () => (fileCode === null ? undefined : send('files.details', { accountId: account.id, fileCode })),
    [fileCode],
  );
  useOnRecovery(() => problem && ask('opened'));
  const found = useMemo((): EmbedFile | null => {
    if (fileCode === null || answer === null) return null;
    const { title, uploaded, length } = answer.info;
    const image = hasPoster ? getLargestPicture(answer) : null;
    return { fileCode, title, image, uploadedAt: isoDate(uploaded), durationSeconds: length ?? undefined };
  }, [answer]);

  useLayoutEffect(() => {
    // Until the response, the code must not combine this file with the previous title.
    const isOther = filledIn.get(builder)?.fileCode !== fileCode;
    if (found !== null) fillIn(builder, found);
    else if (fileCode === null || problem !== null || isOther) fillIn(builder, noFile);
  }, [fileCode, found, problem]);

  if (fileCode === null) return { file: null, result: null };
  if (found !== null)
    return { file: found, result: { tone: 'good', text: t('embed.found', { title: found.title }) } };
  if (problem === null) return { file: null, result: { tone: 'quiet', text: t('embed.looking') } };
  const isUnknown = problem.code === 'gone' || problem.code === 'not-found';
  const text = isUnknown ? t('embed.notListed') : problemSentence(problem);
  return { file: null, result: { tone: 'quiet', text } };
}

/** Converts a service's "2026-11-20 12:00:00" to ISO 8601. Undefined for anything else. */
const isoDate = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/u.test(text) && !Number.isNaN(Date.parse(text))
    ? text.replace(' ', 'T')
    : undefined;

/** The values filled in. The next file replaces them, but never the user's own. */
const filledIn = new WeakMap<
  Builder,
  { readonly fileCode: string; readonly title: string; readonly poster: string }
>();

export function chooseFile(builder: Builder, file: EmbedFile, baseUrl: string): void {
  builder.change((draft) => ({
    ...draft,
    baseUrl,
    allowHttp: draft.allowHttp || baseUrl.startsWith('http:'),
    file: formatFile(baseUrl, file.fileCode, { allowHttp: draft.allowHttp }),
  }));
  fillIn(builder, file);
}

function fillIn(builder: Builder, { fileCode, title, image }: EmbedFile): void {
  const before = filledIn.get(builder) ?? { title: '', poster: '' };
  const found = { title, poster: image ?? '' };
  // Replacing the text of the focused field would remove its selection.
  const { value: edited } = (document.activeElement ?? {}) as { readonly value?: string };
  builder.change((draft) => {
    const texts = { title: draft.title, poster: draft.poster };
    const filled = { ...before, fileCode };
    for (const name of ['title', 'poster'] as const) {
      const text = texts[name];
      if (name === 'poster' && draft.hasOwnPoster) continue;
      if (text !== '' && (text !== before[name] || text === edited)) continue;
      texts[name] = found[name];
      filled[name] = found[name];
    }
    filledIn.set(builder, filled);
    return { ...draft, ...texts };
  });
}
