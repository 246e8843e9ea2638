/** Tells by name which hosts are on this machine or its network. Doesn't resolve public names. Pure. */

/** No public server has these names (RFC 6761, 6762, 8375, and names that routers and companies use). */
const localName =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/u;

/** Not public (RFC 6890): address, prefix length. */
const localRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;

/** @param hostname as in `URL.hostname`: lower case, IPv4 as four decimals, IPv6 in brackets and shortened */
export function isLocalHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isLocalIpv6(parseIpv6(hostname.slice(1, -1)));
  const name = hostname.replace(/(?<!\.)\.+$/u, '');
  if (/^\d+(?:\.\d+){3}$/u.test(name)) return isLocalIpv4(parseIpv4(name));
  // A name without a dot belongs to the local network.
  return !name.includes('.') || localName.test(name);
}

const parseIpv4 = (text: string): number =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isLocalIpv4(address: number): boolean {
  return localRanges.some(([start, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(address / size) === Math.floor(parseIpv4(start) / size);
  });
}

function parseIpv6(text: string): readonly number[] {
  const [first = [], last = []] = text
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function isLocalIpv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = groups;
  const ipv4At = (at: number) => isLocalIpv4((groups[at] ?? 0) * 2 ** 16 + (groups[at + 1] ?? 0));
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  // IPv4 embedded in IPv6: compatible, mapped, translated (SIIT, NAT64), 6to4.
  if (/^(?:0:0:0:0:0:(?:0|ffff)|0:0:0:0:ffff:0|64:ff9b:0:0:0:0)$/u.test(start)) return ipv4At(6);
  if (first === 0x2002) return ipv4At(1);
  if (first === 0x64 && second === 0xff9b && third === 1) return true;
  // Unique local, link-local, the former site-local, multicast, discard-only.
  return (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || first >= 0xff00 || first === 0x100;
}
