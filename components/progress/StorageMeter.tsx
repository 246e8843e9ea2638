import type { ConnectedAccount } from '../../lib/protocol.ts';
import { format, joinFacts, t } from '../text.ts';
import { Progress } from './Progress.tsx';

type StorageMeterProps = Pick<ConnectedAccount, 'storageLeft' | 'storageUsed' | 'storageUnlimited'>;

export function StorageMeter(props: StorageMeterProps & { readonly isTextFirst?: boolean }) {
  const { storageLeft: left, storageUsed: used, storageUnlimited, isTextFirst = false } = props;
  const texts = [
    leftText(left, storageUnlimited),
    used === null ? t('files.usedUnknown') : t('files.used', { used: format.bytes(used) }),
  ];
  const text = joinFacts(texts);
  const whole = left === null || used === null ? 0 : left + used;
  const sentence = <p>{text}</p>;
  return (
    <div class={`storage-meter stack gap-1 small tone-quiet${left === 0 ? ' storage-meter-full' : ''}`}>
      {isTextFirst && sentence}
      {whole > 0 && used !== null && (
        <Progress role="meter" label={t('files.room')} share={used / whole} text={text} />
      )}
      {!isTextFirst && sentence}
    </div>
  );
}

function leftText(left: number | null, isUnlimited: boolean): string {
  if (left === null) return t(isUnlimited ? 'files.unlimited' : 'files.leftUnknown');
  return left === 0 ? t('files.full') : t('files.left', { left: format.bytes(left) });
}
