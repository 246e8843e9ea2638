/** How much room an account has left at its service. */
import { Meter } from '../progress/Progress.tsx';
import { format, t } from '../text.ts';
import './room.css';

export interface RoomProps {
  /** Bytes; null where the service sets no limit or does not say. */
  readonly left: number | null;
  /** Bytes. */
  readonly used: number | null;
}

export function Room({ left, used }: RoomProps) {
  const texts = [
    left === null ? t('files.unlimited') : t('files.left', { left: format.bytes(Math.max(left, 0)) }),
    used === null ? null : t('files.used', { used: format.bytes(used) }),
  ];
  const text = texts.filter((part) => part !== null).join(' · ');
  const whole = left === null || used === null ? 0 : Math.max(left, 0) + used;
  return (
    <div class="room">
      {whole > 0 && used !== null && <Meter label={t('files.room')} share={used / whole} text={text} />}
      <p dir="auto">{text}</p>
    </div>
  );
}
