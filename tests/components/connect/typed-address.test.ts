import { expect, it } from 'vitest';
import { isUnencrypted, readAddress } from '../../../components/connect/typed-address.ts';

it('warns of unencrypted addresses, except on this machine', () => {
  const foreign = ['http://files.example', 'http://127.example', 'http://192.168.0.2', 'http://[::2]:80'];
  foreign.push('http://127.0.0.1.evil.example', 'http://localhost.evil.example');
  const local = ['http://localhost:1', 'http://a.localhost', 'http://127.0.0.2/sub', 'http://[::1]:8080'];
  expect(foreign.filter(isUnencrypted)).toEqual(foreign);
  expect([...local, 'https://files.example'].filter(isUnencrypted)).toEqual([]);
});

it('adds http: on this machine only, not for hosts whose names merely begin like it', () => {
  expect(readAddress('127.0.0.1:80/x').value).toBe('http://127.0.0.1/x');
  for (const host of ['127.evil.example', '127.0.0.1.evil.example'])
    expect(readAddress(host)).toEqual({ value: `https://${host}`, error: null });
});
