/** Amounts of money as integers of 1/100,000, the smallest unit that services report, so that sums are exact. */

const fractionDigits = 5;
const scale = 10n ** BigInt(fractionDigits);

/** Parses "12.34567", "-.5" or "7". Rounds after the fifth digit, half away from zero. Null if it isn't a decimal. */
export function parseDecimal(text: string): bigint | null {
  const match = /^([+-]?)(\d*)(?:\.(\d+))?$/.exec(text);
  if (!match || text.length === match[1]?.length) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const digits = fraction.padEnd(fractionDigits + 1, '0');
  const tenths = BigInt(whole + digits.slice(0, fractionDigits + 1));
  const amount = (tenths + 5n) / 10n;
  return sign === '-' ? -amount : amount;
}

/** Always with five decimals. */
export function formatDecimal(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % scale).padStart(fractionDigits, '0');
  return `${amount < 0n ? '-' : ''}${size / scale}.${fraction}`;
}
