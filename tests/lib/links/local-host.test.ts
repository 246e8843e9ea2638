import { expect, test } from 'vitest';
import { isLocalHost } from '../../../lib/links/local-host.ts';

const isLocal = (host: string) => isLocalHost(new URL(`http://${host}/`).hostname);

test.each([
  ...[
    'localhost',
    'a.localhost',
    'LOCALHOST.',
    'router',
    'nas.local',
    'nas.local.',
    'nas..',
    'localhost..',
    'wiki.corp',
  ],
  ...['printer.lan', 'tv.home.arpa', 'metadata.google.internal'],
  ...['127.0.0.1', '127.1', '127.255.255.254', '2130706433', '0x7f.1', '0177.0.0.1', '127.0.0.1.'],
  ...['0.0.0.0', '0', '10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '3232235777', '192.0.0.8', '198.19.0.1', '224.0.0.251', '255.255.255.255'],
  ...[
    '[::]',
    '[::1]',
    '[fc00::1]',
    '[fdff::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
  ],
  ...['[::ffff:127.0.0.1]', '[::ffff:c0a8:101]', '[::10.0.0.1]', '[::ffff:0:10.0.0.1]'],
  ...['[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[2002:a00:1::]', '[0:0:0:0:0:ffff:7f00:1]'],
])('%s belongs to this machine or its network', (host) => {
  expect(isLocal(host)).toBe(true);
});

test.each([
  ...[
    'files.example',
    'a.b.co.uk',
    'localhost.example',
    'local.example',
    'mylocal.com',
    'xn--bcher-kva.example',
  ],
  ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.167.1.1'],
  ...['192.169.0.1', '198.17.0.1', '198.20.0.1', '11.0.0.1', '126.0.0.1', '128.0.0.1', '223.255.255.255'],
  ...['[2606:4700::1111]', '[2001:db8::1]', '[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]', '[2002:808:808::1]'],
  ...['[fb00::1]', '[fe00::1]', '[1::]', '[1:2:3:4:5:6:7:8]'],
])('%s is public', (host) => {
  expect(isLocal(host)).toBe(false);
});
