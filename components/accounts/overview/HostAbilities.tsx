import { useCapabilities } from '#page/account-hooks.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import type { Capabilities, DialectName } from '../../../lib/api/index.ts';
import { Fact } from '../../facts/Fact.tsx';
import { type PlainKey, t } from '../../text.ts';

type Ability = readonly [name: PlainKey, value: PlainKey];

const yesNo = (can: boolean): PlainKey => (can ? 'files.filter.yes' : 'files.filter.no');
const timeName = (isAtOnce: boolean): PlainKey =>
  isAtOnce ? 'account.can.atOnce' : 'account.can.afterwards';

const units: Readonly<Record<Capabilities['reportsProgress'], PlainKey>> = {
  bytes: 'account.can.bytes',
  percent: 'account.can.percent',
};
const slotKinds: Readonly<Record<Capabilities['slots'], PlainKey>> = {
  total: 'account.can.slotsTotal',
  free: 'account.can.slotsFree',
};
const takedownKinds: Readonly<Record<Capabilities['takedowns'], PlainKey>> = {
  pages: 'account.can.allTakedowns',
  hours: 'account.can.takedownsByPeriod',
};
const apis: Readonly<Record<DialectName, PlainKey>> = {
  document: 'account.can.documentApi',
  sibling: 'account.can.siblingApi',
};

/** The text for each capability, in the order shown. Null if it only changes which calls we make. */
const abilities: {
  readonly [Name in keyof Capabilities]: ((can: Capabilities[Name]) => readonly Ability[]) | null;
} = {
  canDeleteFiles: (can) => [['account.can.deleteFiles', yesNo(can)]],
  canMoveFolders: (can) => [['account.can.moveFolders', yesNo(can)]],
  reportsProgress: (unit) => [['account.can.progress', units[unit]]],
  hasEncodings: (can) => [['account.can.encodings', yesNo(can)]],
  hasFileSizes: (can) => [['account.can.fileSizes', yesNo(can)]],
  hasProtectedLinks: (can) => [['account.can.protectedLinks', yesNo(can)]],
  canSetTitleWhenSending: (can) => [['account.can.linkTitles', timeName(can)]],
  canPlaceOwnFiles: (can) => [['account.can.ownFiles', timeName(can)]],
  slots: (kind) => [['account.slots', slotKinds[kind]]],
  takedowns: (kind) => [['takedowns.list', takedownKinds[kind]]],
  playerOptions: ({ poster, subtitles }) => [
    ['account.can.poster', yesNo(poster)],
    ['account.can.subtitles', yesNo(subtitles)],
  ],
  canCheckFile: null,
  hasReportRange: null,
  hasImages: null,
  hasDeletedList: null,
};

const listAbilities = (capabilities: Capabilities): readonly Ability[] =>
  (Object.keys(abilities) as (keyof Capabilities)[]).flatMap((name) => {
    const toWords = abilities[name] as ((can: unknown) => readonly Ability[]) | null;
    return toWords?.(capabilities[name]) ?? [];
  });

export function HostAbilities({ account, isOpen }: { account: Account; isOpen: boolean }) {
  const capabilities = useCapabilities(account);
  return (
    <details class="host-abilities" open={isOpen}>
      <summary class="medium">{t('account.can.title')}</summary>
      <p class="tone-quiet">{t(apis[account.dialect ?? 'document'])}</p>
      <dl class="facts">
        {listAbilities(capabilities).map(([name, value]) => (
          <Fact key={name} name={t(name)}>
            {t(value)}
          </Fact>
        ))}
      </dl>
    </details>
  );
}
