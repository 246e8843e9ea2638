/** Encrypts API keys with a passphrase: PBKDF2 with SHA-256, and AES-GCM. */
import type { EncryptedKeys } from '../settings/backup.ts';

type KeyEntry = readonly [accountId: string, key: string];

/** As OWASP recommends for PBKDF2 with SHA-256. */
const iterations = 600_000;
/** Bounds the time that a file can cost. */
const maxIterations = 10 * iterations;

/** @param boundTo the keys can be decrypted only with the same data */
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

/** Null if the passphrase is wrong, the data were changed, or they aren't a list of keys. */
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
    // Anyone with the passphrase may have written it.
    const entries: unknown = JSON.parse(new TextDecoder().decode(plain));
    return isKeyList(entries) ? entries : null;
  } catch {
    return null;
  }
}

const maxKeys = 100;
const maxIdLength = 2_000;
const maxKeyLength = 1_000;

const isBounded = (value: unknown, maxLength: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= maxLength;

const isKeyEntry = (value: unknown): value is KeyEntry =>
  Array.isArray(value) &&
  value.length === 2 &&
  isBounded(value[0], maxIdLength) &&
  isBounded(value[1], maxKeyLength);

const isKeyList = (value: unknown): value is readonly KeyEntry[] =>
  Array.isArray(value) &&
  value.length <= maxKeys &&
  value.every(isKeyEntry) &&
  new Set(value.map(([id]) => id)).size === value.length;

type Bytes = Uint8Array<ArrayBuffer>;

const toBase64 = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
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
