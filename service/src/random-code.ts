/** Random codes: file codes, folder codes, keys, upload addresses. */
import { randomFillSync } from 'node:crypto';

// 32 letters, so that a byte maps onto them without bias; none of them is taken for another by eye.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

// One call into the system gives bytes for hundreds of codes: seeding needs hundreds of thousands.
const pool = Buffer.alloc(8192);
let used = pool.length;

/** A code of `length` (up to 8192) random letters and digits, 5 bits each. */
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
