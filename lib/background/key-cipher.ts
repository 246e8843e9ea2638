/** API keys encrypted with a passphrase, by the browser's own cryptography: PBKDF2 with SHA-256, and AES-GCM. */
import type { EncryptedKeys } from '../settings/backup.ts';

type KeyEntry = readonly [accountId: string, key: string];

/** As OWASP recommends for PBKDF2 with SHA-256. */
const iterations = 600_000;
/** Bounds the time that a file can cost. */
const maxIterations = 10 * iterations;

/** @param boundTo additional data: the keys can be decrypted only with the same */
export async function encryptKeys(
  entries: readonly KeyEntry[],
  passphrase: string,
  boundTo: string,
): Promise<EncryptedKeys> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await deriveKey(passphrase, salt, iterations, 'encrypt');
  const plain = encodeText(JSON.stringify(entries));
  const data = new Uint8Array(await crypto.subtle.encrypt(createAlgorithm(iv, boundTo), key, plain));
  return { iterations, salt: toBase64(salt), iv: toBase64(iv), data: toBase64(data) };
}

/** Null where the passphrase is wrong, or the data were changed. */
export async function decryptKeys(
  encrypted: EncryptedKeys,
  passphrase: string,
  boundTo: string,
): Promise<readonly KeyEntry[] | null> {
  try {
    if (encrypted.iterations < iterations || encrypted.iterations > maxIterations) return null;
    const key = await deriveKey(passphrase, fromBase64(encrypted.salt), encrypted.iterations, 'decrypt');
    const by = createAlgorithm(fromBase64(encrypted.iv), boundTo);
    const plain = await crypto.subtle.decrypt(by, key, fromBase64(encrypted.data));
    // Authenticated, so it was written by Linkhaul.
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

const toBase64 = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const encodeText = (text: string): Bytes => new TextEncoder().encode(text);
const createAlgorithm = (iv: Bytes, boundTo: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encodeText(boundTo),
});

async function deriveKey(
  passphrase: string,
  salt: Bytes,
  rounds: number,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const secret = encodeText(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [use]);
}
