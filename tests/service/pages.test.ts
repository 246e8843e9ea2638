import { describe, expect, test } from 'vitest';
import { KEY, OTHER_KEY, testServer, testService, testSite, upload } from './helpers.ts';

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'&amp;';

async function withClip(content: BlobPart = 'bytes', name = 'clip.bin') {
  const started = await testService();
  const { result } = await upload(started.url, name, content);
  const code: string = result[0].filecode;
  const page = async (path: string) => (await fetch(started.url + path)).text();
  return { ...started, code, page, entry: result[0] };
}

async function withSample() {
  const { readFile } = await import('node:fs/promises');
  return withClip(
    await readFile(new URL('../../service/sample/sample.webm', import.meta.url)),
    'sample.webm',
  );
}

describe('hostile titles are text on every page', () => {
  test.each(['/e/', '/d/', '/i/single/', '/i/thumb/', '/i/splash/'])('%s', async (path) => {
    const { call, code, page } = await withSample();
    await call('file/rename', { file_code: code, title: HOSTILE });
    const text = await page(path + code);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('&lt;script&gt;');
  });

  test('in the options in the player’s address', async () => {
    const { code, page } = await withSample();
    const query = new URLSearchParams({
      c_poster: `https://a.example/"><script>alert(1)</script>`,
      c1_file: `https://a.example/'"><script>alert(2)</script>`,
      c1_label: HOSTILE,
      subtitle_json: `https://a.example/"><script>alert(3)</script>`,
    });
    const text = await page(`/e/${code}?${query}`);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
  });

  test('in the error of the settings page', async () => {
    const { url } = await testService();
    const response = await fetch(`${url}/settings`, {
      method: 'POST',
      body: new URLSearchParams({ email: HOSTILE }),
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('is not an email address');
    expect(text).not.toContain('<script>alert');
  });
});

test('pages load no external resources and run no foreign script', async () => {
  const { url, code } = await withSample();
  for (const path of ['/', '/settings', `/e/${code}`, `/d/${code}`, '/nothing']) {
    const response = await fetch(url + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'nonce-\w{20}';/);
    const text = await response.text();
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(text).not.toContain('style="');
  }
});

describe('player', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'p.jpg'])(
    'ignores addresses that are not http: %s',
    async (address) => {
      const { code, page } = await withSample();
      const query = new URLSearchParams({ c_poster: address, c1_file: address, subtitle_json: address });
      const text = await page(`/e/${code}?${query}`);
      expect(text).toContain(`poster="../i/splash/${code}"`);
      expect(text).toContain('data-subtitles=""');
      expect(text).not.toContain('<track');
    },
  );

  test('shows a message for a file that cannot be played', async () => {
    const { code, page } = await withClip('not a film', 'film.webm');
    const text = await page(`/e/${code}`);
    expect(text).not.toContain('<video');
    expect(text).toContain(`href="../d/${code}"`);
  });

  test('can be framed by other sites, unlike other pages', async () => {
    const { url, code } = await withSample();
    const policy = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy');
    expect(await policy(`/e/${code}`)).not.toContain('frame-ancestors');
    for (const path of ['/', '/settings', `/d/${code}`])
      expect(await policy(path)).toContain("frame-ancestors 'none'");
  });
});

describe('subtitles', () => {
  const subtitle = (url: string, src: string) => fetch(`${url}/subtitle?${new URLSearchParams({ src })}`);
  const list = (url: string, src: string) => fetch(`${url}/subtitles?${new URLSearchParams({ src })}`);

  test('lists have absolute addresses and no invalid entries', async () => {
    const { url } = await testService();
    const site = await testServer((_, response) =>
      response.end(
        JSON.stringify([
          { src: 'en.srt', label: 'English', default: true },
          { src: 'https://a.example/de.vtt', label: 'Deutsch' },
          { src: 'javascript:alert(1)', label: 'Bad' },
          { src: 'x.srt', label: 7, default: 'yes' },
          { label: 'No address' },
          null,
          'text',
        ]),
      ),
    );
    const converted = (src: string) => `subtitle?src=${encodeURIComponent(src)}`;
    expect(await (await list(url, `${site}/subs/list.json`)).json()).toEqual([
      { src: converted(`${site}/subs/en.srt`), label: 'English', default: true },
      { src: converted('https://a.example/de.vtt'), label: 'Deutsch', default: false },
      { src: converted(`${site}/subs/x.srt`), label: 'Subtitles', default: false },
    ]);
  });

  test('files in Windows-1252 are decoded', async () => {
    const { url } = await testService();
    const site = await testServer((_, response) =>
      response.end(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nCaf\xe9 \x80\n', 'latin1')),
    );
    expect(await (await subtitle(url, site)).text()).toContain('Café €');
  });

  test.each([
    ['no subtitle', '<!doctype html><p>secret', 200, 'not srt, vtt or ass'],
    ['not there', '', 404, 'HTTP 404'],
    ['too large', `WEBVTT\n${' '.repeat(2 ** 21)}`, 200, 'larger than 2 MiB'],
  ])('%s: an error message without the content', async (_, content, status, sentence) => {
    const { url } = await testService();
    const site = await testServer((_request, response) => response.writeHead(status).end(content));
    const response = await subtitle(url, site);
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(text).toContain(sentence);
    expect(text).not.toContain('secret');
  });

  test.each(['file:///etc/passwd', 'no address', ''])('only http and https are read: %j', async (src) => {
    const { url } = await testService();
    expect((await subtitle(url, src)).status).toBe(502);
    expect((await list(url, src)).status).toBe(502);
  });

  test.each(['cross-site', 'same-site', 'none'])('pages of other sites are rejected (%s)', async (site) => {
    const { url } = await testService();
    const source = await testSite();
    const headers = { 'sec-fetch-site': site };
    const response = await fetch(`${url}/subtitle?src=${source}/sample.en.srt`, { headers });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('images', () => {
  test('a picture is its own image; other files have a drawn poster', async () => {
    const picture = await withClip(Buffer.from('not really a jpeg'), 'photo.jpg');
    const response = await fetch(`${picture.url}/i/single/${picture.code}`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await response.text()).toBe('not really a jpeg');
    const clip = await withSample();
    const poster = await fetch(`${clip.url}/i/thumb/${clip.code}`);
    expect(poster.headers.get('content-type')).toMatch('image/svg+xml');
    expect(await poster.text()).toMatch(/^<svg [^>]*width="320" height="180"/);
  });

  test('unknown kinds and files are rejected', async () => {
    const { url, code } = await withClip();
    expect((await fetch(`${url}/i/constructor/${code}`)).status).toBe(404);
    expect((await fetch(`${url}/i/single/nosuchcode`)).status).toBe(404);
  });
});

describe('settings', () => {
  test('show the key of a single account, and a choice of several', async () => {
    const single = await testService({ accounts: [{ email: 'one@example.org', key: KEY }] });
    expect(await (await fetch(`${single.url}/settings`)).text()).toContain(`value="${KEY}"`);
    const { url } = await testService();
    const choice = await (await fetch(`${url}/settings`)).text();
    expect(choice).toContain('Which account?');
    expect(choice).not.toContain(KEY);
    const address = /href="(\/settings\?account=\d+)">two@/.exec(choice)?.[1];
    expect(await (await fetch(url + address)).text()).toContain(`value="${OTHER_KEY}"`);
  });

  test('create an account', async () => {
    const { url, service } = await testService();
    // With "no-referrer", browsers would send the form without its origin, and it would be refused.
    expect((await fetch(`${url}/settings`)).headers.get('referrer-policy')).toBe('same-origin');
    const body = new URLSearchParams({ email: 'new@example.org' });
    const text = await (await fetch(`${url}/settings`, { method: 'POST', body })).text();
    const made = service.accounts().find(({ email }) => email === 'new@example.org');
    expect(made?.key).toMatch(/^\w{24}$/);
    expect(text).toContain(`value="${made?.key}"`);
  });
});
