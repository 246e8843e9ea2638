import { randomFillSync } from 'node:crypto';

// 32 characters, so that bytes map to them without bias. None can be mistaken for another.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

// In bulk, because seeding needs hundreds of thousands of codes.
const pool = Buffer.alloc(8192);
let used = pool.length;

/** @param length at most 8192 */
export function randomCode(length = 12): string {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let code = '';
  for (const byte of pool.subarray(used, used + length)) code += alphabet[byte % alphabet.length];
  used += length;
  return code;
}
