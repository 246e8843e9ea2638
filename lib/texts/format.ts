import { lazily } from './intl.ts';

export interface Format {
  number(value: number): string;
  /** `share` is from 0 to 1. Only 1 is shown as 100. */
  percent(share: number): string;
  bytes(count: number): string;
  speed(bytesPerSecond: number): string;
  /** Rounded: "25 sec", "3 min", "1 hr, 20 min". */
  duration(seconds: number): string;
  relative(at: number, now: number): string;
  /** To the second: "12 sec ago". */
  ago(at: number, now: number): string;
  list(parts: readonly string[]): string;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
type Size = (typeof sizes)[number];

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

export function createFormat(locale: string): Format {
  // These languages abbreviate short times in ways that nobody writes: "dlm 5 mnt", "5 मि॰".
  const display = /^(?:hi|id)\b/.test(locale) ? 'long' : 'short';
  const numbers = lazily(() => new Intl.NumberFormat(locale));
  const percents = lazily(() => new Intl.NumberFormat(locale, { style: 'percent' }));
  const lists = lazily(() => new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' }));
  const units = lazily(() => new Intl.ListFormat(locale, { style: 'short', type: 'unit' }));
  const relatives = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: display }));
  const unit = unitFormatter(locale);

  const scaled = (value: number, smallest: number, name: (size: Size) => string) => {
    const { amount, step } = scale(value, smallest);
    const size = sizes[step] ?? 'byte';
    return unit(name(size), amount < 10 && step > 0 ? 1 : 0, size === 'byte' ? 'long' : 'short').format(
      amount,
    );
  };
  const whole = (value: number, name: string) => unit(name, 0, display).format(value);
  // Intl ends English units with a period only in relative times.
  const relative = (amount: number, name: Intl.RelativeTimeFormatUnit) =>
    relatives()
      .format(Math.trunc(amount), name)
      .replace(/(?<=sec|min|hr)\./u, '');

  const distance = (at: number, now: number) => {
    const seconds = (at - now) / 1000;
    const size = Math.abs(seconds);
    if (size < minuteSeconds) return relative(Math.ceil(seconds), 'second');
    if (size < hourSeconds) return relative(seconds / minuteSeconds, 'minute');
    if (size < daySeconds) return relative(seconds / hourSeconds, 'hour');
    return relative(seconds / daySeconds, 'day');
  };

  return {
    number: (value) => numbers().format(value),
    percent: (share) => percents().format(Math.floor(Math.min(Math.max(share, 0), 1) * 100) / 100),
    bytes: (count) => scaled(count, 0, (size) => size),
    speed: (bytesPerSecond) => scaled(bytesPerSecond, 1, (size) => `${size}-per-second`),
    duration: (seconds) => {
      if (seconds < minuteSeconds) return whole(Math.max(5, Math.ceil(seconds / 5) * 5), 'second');
      const minutes = Math.round(seconds / minuteSeconds);
      if (minutes < 60) return whole(minutes, 'minute');
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      return units().format([
        whole(hours, 'hour'),
        ...(rest > 0 && hours < 10 ? [whole(rest, 'minute')] : []),
      ]);
    },
    relative: (at, now) =>
      at <= now && now - at < minuteSeconds * 1000 ? relative(0, 'second') : distance(at, now),
    ago: (at, now) => distance(Math.min(at, now - 1000), now),
    list: (parts) => lists().format(parts),
  };
}

/** The unit in which the rounded number stays below 1,000. */
function scale(value: number, smallest: number): { amount: number; step: number } {
  let amount = value;
  let step = 0;
  while (step < sizes.length - 1 && (step < smallest || Math.round(amount) >= 1000)) {
    amount /= 1000;
    step += 1;
  }
  return { amount, step };
}

/** `Intl` objects are slow to create, and every row needs them. */
function unitFormatter(locale: string) {
  const formatters = new Map<string, Intl.NumberFormat>();
  return (name: string, digits: number, display: 'short' | 'long'): Intl.NumberFormat => {
    const key = `${name} ${digits}`;
    const known = formatters.get(key);
    if (known) return known;
    const formatter = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: display,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
    return formatter;
  };
}
