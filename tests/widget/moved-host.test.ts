import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { followMove } from '../../widget/src/moved-host.ts';

const file = 'https://old.example/e/abc?c1_label=a#t=5';

/** Simulates a page with these two `meta` elements. */
function stubPage(host: string | undefined, replaces: string | undefined): void {
  const metas: Record<string, string | undefined> = { host, replaces };
  const querySelector = (selector: string) => {
    const content = metas[/^meta\[name=linkhaul-(\w+)\]$/.exec(selector)?.[1] ?? ''];
    return content === undefined ? null : { content };
  };
  vi.stubGlobal('document', { head: { querySelector } });
}

describe('followMove', () => {
  it.each([
    ['https://new.example', 'https://old.example', file, 'https://new.example/e/abc?c1_label=a#t=5'],
    [
      'https://new.example/',
      ' https://older.example\n https://old.example/ ',
      file,
      'https://new.example/e/abc?c1_label=a#t=5',
    ],
    [
      'https://new.example/media/',
      'https://old.example',
      'https://old.example/d/a/b.mp4',
      'https://new.example/media/d/a/b.mp4',
    ],
    [
      'https://new.example',
      'https://old.example/a',
      'https://old.example/b/e/a',
      'https://new.example/b/e/a',
    ],
    ['https://new.example', 'HTTPS://OLD.example:443/', 'https://old.example/e/a', 'https://new.example/e/a'],
    ['https://new.example', 'https://old.example', 'http://old.example/e/a', 'https://new.example/e/a'],
    ['https://new.example', 'http://old.example', 'https://old.example/e/a', 'https://new.example/e/a'],
    [
      'https://new.example',
      'https://old.example:8443',
      'https://old.example:8443/e/a',
      'https://new.example/e/a',
    ],
    [
      'https://new.example',
      'https://bücher.example',
      'https://xn--bcher-kva.example/e/a',
      'https://new.example/e/a',
    ],
    ['https://new.example', 'no-url https://old.example', 'https://old.example/', 'https://new.example/'],
    ['http://localhost:8787', 'https://old.example', 'https://old.example/e/a', 'http://localhost:8787/e/a'],
    // The old address starts with the new one.
    [
      'https://old.example',
      'https://old.example.org',
      'https://old.example.org/e/a',
      'https://old.example/e/a',
    ],
    [
      'https://old.example/a',
      'https://old.example',
      'https://old.example/ab/e/a',
      'https://old.example/a/ab/e/a',
    ],
  ])('to %s from %j: %s', (host, replaces, address, moved) => {
    stubPage(host, replaces);
    expect(followMove(address, {})).toBe(moved);
  });

  it.each([
    [undefined, undefined],
    [undefined, 'https://old.example'],
    ['https://new.example', undefined],
    ['https://new.example', ''],
    ['', 'https://old.example'],
    ['https://new.example', 'https://old.example.org https://d.example old.example //old.example https://'],
    ['https://new.example', 'https://old.example:8443 https://sub.old.example'],
    ['https://new.example', 'javascript:old.example data:old.example * https:'],
    ['new.example', 'https://old.example'],
    ['/path', 'https://old.example'],
    ['javascript:alert(1)//', 'https://old.example'],
    ['data:text/html,x', 'https://old.example'],
    ['http://new.example', 'https://old.example'],
    ['https://me:pw@new.example', 'https://old.example'],
    ['https://', 'https://old.example'],
    ['https:new.example', 'https://old.example'],
  ])('changes nothing with the host %j and the old ones %j', (host, replaces) => {
    stubPage(host, replaces);
    expect(followMove(file, {})).toBe(file);
  });

  it.each([
    'https://evil.example/https://old.example/e/a',
    'https://old.example@evil.example/e/a',
    'https://old.example.evil.example/e/a',
    'javascript:alert(1)//https://old.example/e/a',
    '',
  ])('leaves %j alone, which only mentions an old host', (address) => {
    stubPage('https://new.example', 'https://old.example');
    expect(followMove(address, {})).toBe(address);
  });

  it.each([
    ['https://old.example/media', 'https://old.example/media/e/a'],
    ['https://old.example/media/', 'https://old.example/media/e/a'],
    ['https://old.example', 'https://old.example/e/a'],
  ])('moves once to %s, whose host is an old one', (host, moved) => {
    stubPage(host, 'https://old.example http://old.example');
    expect(followMove('http://old.example/e/a', {})).toBe(moved);
    expect(followMove(moved, {})).toBe(moved);
  });

  it.each([
    'https://me:pw@old.example/e/a?t=1#x',
    'https://me@old.example/e/a?t=1#x',
    'https://:pw@old.example/e/a?t=1#x',
    'http://evil.example:x@old.example/e/a?t=1#x',
    'HTTPS:\\\\old.example\\e\\a?t=1#x',
    'https:old.example/e/a?t=1#x',
    ' https://old.example:443/./e/b/../a?t=1#x ',
    'https://old.example./e/a?t=1#x',
  ])('builds the address of %j from its parts, and moves it once', (address) => {
    stubPage('https://new.example', 'https://old.example https://old.example.');
    const moved = followMove(address, {});
    expect(moved).toBe('https://new.example/e/a?t=1#x');
    expect(followMove(moved, {})).toBe(moved);
  });

  it.each([
    'ftp://old.example/e/a',
    'web+x://old.example/e/a',
    'blob:https://old.example/1',
    'javascript://old.example/%0aalert(1)',
  ])('leaves %s, which is no page', (address) => {
    stubPage('https://new.example', 'https://old.example');
    expect(followMove(address, {})).toBe(address);
  });

  it('only changes the scheme where the old host is the new one, and comes to rest with any address', () => {
    stubPage('https://old.example/media', 'https://old.example');
    expect(followMove('http://old.example/media/e/a', {})).toBe('https://old.example/media/e/a');
    const userInfo = fc.constantFrom('', 'me@', 'me:pw@', ':@', 'old.example:1@', '%40:%2F@');
    const host = fc.constantFrom('old.example', 'new.example', 'old.example:8443');
    const path = fc.string({
      unit: fc.constantFrom('/', '.', 'e', 'media', '\\', '%2e', '@', '?', '#', ':'),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('http', 'https'),
        userInfo,
        host,
        path,
        fc.constantFrom('', '/', '/media', '//', '/media//'),
        (scheme, user, at, rest, base) => {
          stubPage(`https://new.example${base}`, 'https://old.example https://new.example');
          const moved = followMove(`${scheme}://${user}${at}/${rest}`, {});
          expect(new URL(moved).host).toBe(at.endsWith('8443') ? at : 'new.example');
          expect(followMove(moved, {})).toBe(moved);
        },
      ),
    );
  });

  it('takes a time that grows with the length only', () => {
    stubPage(`https://new.example/x${'/'.repeat(200_000)}y`, 'https://old.example');
    const started = performance.now();
    followMove('https://old.example/e/a', {});
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('goes to http: where the element allows it', () => {
    stubPage('http://new.example', 'https://old.example');
    expect(followMove('https://old.example/e/a', { allowHttp: true })).toBe('http://new.example/e/a');
  });
});
