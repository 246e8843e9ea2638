import { type Account, getAccountLabel } from '../../lib/accounts/account.ts';
import type { OtherTarget, OtherTargets, Rule, RuleSubject } from '../../lib/links/rules.ts';
import { folderName } from '../format/names.ts';
import { format, joinFacts, t } from '../text.ts';

/** A web page may contain anything, so pages are no kind of their own. */
const getKindKey = (kind: RuleSubject['kind']) => (kind === null || kind === 'page' ? 'any' : kind);

const kindText = (kind: RuleSubject['kind']): string =>
  kind === null || kind === 'page' ? t('rules.allLinks') : t(`collect.kind.${kind}`);

/** "Videos from example.com", or "On pages of example.com: Video". */
export const subjectText = ({ host, kind, isPageHost }: RuleSubject): string =>
  isPageHost
    ? t('rules.onPages', { host, kind: kindText(kind) })
    : t(`rules.subject.${getKindKey(kind)}`, { host });

/** For example "To “Films” as “{title}”". */
export function destinationText({ folder, titlePattern, isFolderGone, via }: Rule): string {
  const name = folderName(folder);
  const into =
    titlePattern === null
      ? t('rules.into', { folder: name })
      : t('rules.intoAs', { folder: name, title: titlePattern });
  return joinFacts([
    isFolderGone ? t('rules.gone', { folder: name }) : into,
    via === 'browser' && t('uploads.throughBrowser'),
  ]);
}

/** "Always for videos from example.com", or "Always on pages of example.com: Video". */
export const alwaysText = ({ host, kind, isPageHost }: RuleSubject): string =>
  isPageHost
    ? t('rules.alwaysOnPages', { host, kind: kindText(kind) })
    : t(`rules.always.${getKindKey(kind)}`, { host });

/** "Also to backup · Movies", "If full or refused: third". Removed accounts are marked. */
export function otherTargetLines(
  { also = [], fallbacks = [] }: OtherTargets,
  accounts: readonly Account[],
): readonly { readonly text: string; readonly isWarning: boolean }[] {
  const find = ({ accountId }: OtherTarget) => accounts.find(({ id }) => id === accountId);
  const describe = (target: OtherTarget) => {
    const account = find(target);
    if (account === undefined) return t('rules.accountGone');
    return joinFacts([getAccountLabel(account, accounts), folderName(target.folder)]);
  };
  const line = (key: 'rules.alsoTo' | 'rules.fallbackTo', targets: readonly OtherTarget[]) => ({
    text: t(key, { list: format.list(targets.map(describe)) }),
    isWarning: targets.some((each) => each.isFolderGone || find(each) === undefined),
  });
  return [
    ...(also.length > 0 ? [line('rules.alsoTo', also)] : []),
    ...(fallbacks.length > 0 ? [line('rules.fallbackTo', fallbacks)] : []),
  ];
}
