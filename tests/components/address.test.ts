/** Addresses of services. */
import { expect, it } from 'vitest';
import { isUnencrypted } from '../../components/accounts/address.ts';

it('are unencrypted over http, but for services on this machine', () => {
  const foreign = ['http://files.example', 'http://127.example', 'http://192.168.0.2', 'http://[::2]:80'];
  const local = ['http://localhost:1', 'http://a.localhost', 'http://127.0.0.2/sub', 'http://[::1]:8080'];
  expect(foreign.filter(isUnencrypted)).toEqual(foreign);
  expect([...local, 'https://files.example'].filter(isUnencrypted)).toEqual([]);
});
