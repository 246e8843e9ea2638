/** How a client detects a host's dialect, and how it uses the result. */
import { describe, expect, test, vi } from 'vitest';
import {
  type Client,
  type ClientOptions,
  createClient,
  type DialectName,
  dialects,
} from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';

interface Body {
  status?: number;
  body: unknown;
}
const ok = (result: unknown, rest = {}): Body => ({ body: { msg: 'OK', status: 200, ...rest, result } });

/** How hosts respond to a call that they lack. */
const unknown: Readonly<Record<string, Body>> = {
  'a web page with 404': { status: 404, body: '<html>Not found</html>' },
  'a web page with 200': { body: '<html>Welcome</html>' },
  'nothing with 404': { status: 404, body: '' },
  nothing: { body: '' },
  'status 404': { body: { msg: 'Not Found', status: 404 } },
  'no such method': { body: { msg: 'no such method', status: 400 } },
  'invalid operation': { status: 400, body: { msg: 'Invalid operation', status: 400 } },
};

const accounts = {
  document: { email: 'a@b.example', balance: '1.0', premim_expire: '2027-01-01 00:00:00' },
  sibling: { email: 'a@b.example', balance: '1.0', login: 'ann', files_total: '1' },
  neither: { email: 'a@b.example', balance: '1.0', premium_expire: '2027-01-01 00:00:00' },
};
const proofs = {
  document: { 'urlupload/slots': { body: { msg: 'OK', status: 200, total_slots: '5', used_slots: '0' } } },
  sibling: { 'file/url_uploads': ok([], { requests_available: '5' }) },
};

/** A host with only these calls. */
function setUp(
  calls: Readonly<Record<string, Body | 'silent'>>,
  lacking: Body = unknown['a web page with 404'] as Body,
  options: Partial<ClientOptions> = {},
) {
  const asked: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const path = new URL(String(input)).pathname.replace('/api/', '');
    asked.push(path);
    const answer = calls[path] ?? lacking;
    if (answer === 'silent') return new Promise<Response>(() => {});
    const { status = 200, body } = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  const given = {
    baseUrl: 'https://files.example',
    key: 'secret',
    fetch,
    limiter: fastLimiter(),
    maxRetries: 0,
  };
  return { client: createClient({ ...given, ...options }), asked };
}

const withAccount = (of: keyof typeof accounts, ...more: Readonly<Record<string, Body | 'silent'>>[]) =>
  Object.assign({ 'account/info': ok(accounts[of]) }, ...more);

describe('detectDialect', () => {
  test('tries the given dialect first, because a host may respond to anything', async () => {
    const calls = withAccount('neither', proofs.document, proofs.sibling);
    const { client } = setUp(calls, undefined, { dialect: 'sibling' });
    expect(await client.detectDialect()).toBe('sibling');
  });

  test.each<[DialectName, keyof typeof accounts, DialectName, string[]]>([
    ['document', 'document', 'document', ['account/info', 'urlupload/slots']],
    ['sibling', 'sibling', 'sibling', ['account/info', 'file/url_uploads']],
    ['document', 'neither', 'document', ['account/info', 'urlupload/slots']],
    // Proof wins over the hint.
    ['sibling', 'document', 'sibling', ['account/info', 'urlupload/slots', 'file/url_uploads']],
    ['document', 'sibling', 'document', ['account/info', 'file/url_uploads', 'urlupload/slots']],
  ])(
    'detects it by the transfers of the %s and the account of %s: %s',
    async (proof, account, expected, requests) => {
      const { client, asked } = setUp(withAccount(account, proofs[proof]));
      expect(await client.detectDialect()).toBe(expected);
      expect(asked).toEqual(requests);
      expect(client.dialect).toBe(expected);
      expect(client.capabilities).toBe(dialects[expected].capabilities);
    },
  );

  describe.each(Object.entries(unknown))('if unknown calls get the response %s', (_, lacking) => {
    test.each<[keyof typeof accounts, DialectName]>([
      ['document', 'document'],
      ['sibling', 'sibling'],
      ['neither', 'document'],
    ])(
      'and no call about transfers works, the account of %s determines the dialect %s',
      async (account, expected) => {
        const { client } = setUp(withAccount(account), lacking);
        expect(await client.detectDialect()).toBe(expected);
        expect(client.dialect).toBe(expected);
      },
    );

    test.each(['document', 'sibling'] as const)(
      'the proof of the %s is found without a hint',
      async (name) => {
        const { client } = setUp(withAccount('neither', proofs[name]), lacking);
        expect(await client.detectDialect()).toBe(name);
      },
    );

    test('a client without a given dialect repeats a call in the other dialect, once', async () => {
      const calls = withAccount('sibling', proofs.sibling, {
        'file/edit': ok('true'),
        'file/dmca': ok([{ file_code: 'abc' }]),
      });
      const { client, asked } = setUp(calls, lacking);
      await client.files.rename('abc', 'A');
      expect(asked).toEqual(['file/rename', 'account/info', 'file/url_uploads', 'file/edit']);
      expect(await client.takedowns.list()).toMatchObject([{ fileCode: 'abc' }]);
      expect(asked.slice(4)).toEqual(['file/dmca']);
    });
  });

  test('a host that responds to everything with an empty list has the dialect of its account', async () => {
    for (const name of ['document', 'sibling'] as const) {
      const { client } = setUp(withAccount(name), ok([]));
      expect(await client.detectDialect()).toBe(name);
    }
  });

  test('an empty list proves nothing if another dialect has slots', async () => {
    const { client } = setUp(withAccount('neither', proofs.sibling, { 'urlupload/list': ok([]) }));
    expect(await client.detectDialect()).toBe('sibling');
  });

  test('an empty list is a proof if no other dialect responds', async () => {
    const { client } = setUp(withAccount('document', { 'file/url_uploads': ok([]) }));
    expect(await client.detectDialect()).toBe('sibling');
  });

  test('the given dialect is kept if only a hint suggests another', async () => {
    const { client } = setUp(withAccount('document'), undefined, { dialect: 'sibling' });
    expect(await client.detectDialect()).toBe('sibling');
  });

  test('the detection is rejected if the account gets no response', async () => {
    const { client } = setUp({ 'account/info': { body: { msg: 'Invalid key', status: 400 } } });
    await expect(client.detectDialect()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('the detection waits five seconds for a call that gets no response, once for each dialect', async () => {
    vi.useFakeTimers();
    const silent = {
      'urlupload/slots': 'silent',
      'urlupload/list': 'silent',
      'file/url_uploads': 'silent',
    } as const;
    const { client, asked } = setUp(withAccount('neither', silent));
    const detected = client.detectDialect();
    await vi.advanceTimersByTimeAsync(10_001);
    expect(await detected).toBe('document');
    expect(asked).toEqual(['account/info', 'urlupload/slots', 'file/url_uploads']);
    vi.useRealTimers();
  });

  test('simultaneous calls share the detection', async () => {
    const { client, asked } = setUp(withAccount('sibling', proofs.sibling, { 'file/edit': ok('true') }));
    await Promise.all([client.files.rename('a', 'A'), client.files.rename('b', 'B')]);
    expect(asked).toEqual([
      'file/rename',
      'file/rename',
      'account/info',
      'file/url_uploads',
      'file/edit',
      'file/edit',
    ]);
  });
});

describe('a client without a given dialect', () => {
  test('switches to the sibling dialect once the account shows its fields', async () => {
    const { client, asked } = setUp(withAccount('sibling', proofs.sibling));
    expect(await client.account.info()).toMatchObject({ login: 'ann', filesTotal: 1 });
    expect(asked).toEqual(['account/info', 'file/url_uploads']);
    expect(client.dialect).toBe('sibling');
  });

  test.each<[string, (client: Client) => Promise<unknown>, Readonly<Record<string, Body>>]>([
    [
      'an unknown file',
      (c) => c.files.rename('abc', 'A'),
      { 'file/rename': { body: { msg: 'No such file', status: 404 } } },
    ],
    [
      'an unknown transfer',
      (c) => c.remoteUploads.status('abc'),
      { 'urlupload/status': { body: { msg: 'Transfer not found', status: 404 } } },
    ],
    [
      'a refusal',
      (c) => c.files.rename('abc', 'A'),
      { 'file/rename': { body: { msg: 'The title is too long', status: 400 } } },
    ],
    ['a failure', (c) => c.remoteUploads.list(), { 'urlupload/list': { status: 500, body: '<html>' } }],
    [
      'a denial',
      (c) => c.remoteUploads.list(),
      { 'urlupload/list': { body: { msg: 'Forbidden', status: 403 } } },
    ],
    [
      'a web page in place of what all dialects have',
      (c) => c.files.info('abc'),
      { 'file/info': { body: '<html>' } },
    ],
  ])('doesn’t take %s as a sign of another dialect', async (_, call, answers) => {
    const { client, asked } = setUp(withAccount('document', answers));
    await call(client).catch(() => {});
    expect(asked.filter((path) => !(path in answers) && path !== 'account/info')).toEqual([]);
  });

  test('asks the host whether it has a call that the document lacks', async () => {
    const speaking = setUp(withAccount('sibling', proofs.sibling, { 'file/delete': ok('true') }));
    await speaking.client.files.delete('abc');
    expect(speaking.asked.at(-1)).toBe('file/delete');
    const other = setUp(withAccount('document', proofs.document));
    for (let calls = 0; calls < 2; calls += 1)
      await expect(other.client.files.delete('abc')).rejects.toMatchObject({ endpoint: 'files.delete' });
    expect(other.asked).toEqual(['account/info', 'urlupload/slots']);
  });

  test('tries to detect the dialect once a minute if nothing proves it, and keeps the call’s error', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { client, asked } = setUp(withAccount('document'));
    const fail = () =>
      expect(client.remoteUploads.list()).rejects.toMatchObject({ endpoint: 'urlupload/list' });
    await fail();
    const attempt = asked.length;
    expect(attempt).toBeGreaterThan(2);
    await fail();
    expect(asked.length).toBe(attempt + 1);
    vi.advanceTimersByTime(60_000);
    await fail();
    expect(asked.length).toBeGreaterThan(attempt + 2);
    vi.useRealTimers();
  });

  test('sends the key of a file under the names of all dialects', async () => {
    const forms: FormData[] = [];
    const { client } = setUp(
      { 'upload/server': ok('https://up.example/1'), 'file/info': ok([]) },
      undefined,
      {
        post: async ({ fields }) => {
          const form = new FormData();
          for (const [name, value] of fields) form.append(name, value);
          forms.push(form);
          const text = JSON.stringify({ msg: 'OK', status: 200, files: [{ filecode: 'abc', status: 'OK' }] });
          return { complete: true, status: 200, text, redirect: false };
        },
      },
    );
    expect(await client.uploads.send(new Blob(['x']))).toMatchObject({ fileCode: 'abc' });
    expect([...(forms[0]?.entries() ?? [])]).toEqual([
      ['api_key', 'secret'],
      ['key', 'secret'],
    ]);
  });
});

test('a change that is repeated without proof of the other dialect may have taken effect the first time', async () => {
  const refusal: Body = { body: { msg: 'The title is too long', status: 400 } };
  const { client } = setUp(withAccount('sibling', { 'file/edit': refusal }));
  await expect(client.files.rename('abc', 'A')).rejects.toMatchObject({
    code: 'refused',
    mayHaveTakenEffect: true,
  });
  const proven = setUp(withAccount('sibling', proofs.sibling, { 'file/edit': refusal }));
  await expect(proven.client.files.rename('abc', 'A')).rejects.toMatchObject({ mayHaveTakenEffect: false });
});

describe('a client with a given dialect', () => {
  test.each(['document', 'sibling'] as const)(
    'asks only in the %s, and reports a mismatch',
    async (dialect) => {
      const onDialectMismatch = vi.fn();
      const other = dialect === 'document' ? 'sibling' : 'document';
      const { client, asked } = setUp(withAccount(other, proofs[other]), undefined, {
        dialect,
        onDialectMismatch,
      });
      await expect(client.remoteUploads.list()).rejects.toMatchObject({ code: 'invalid-response' });
      await client.account.info();
      expect(onDialectMismatch).toHaveBeenCalledTimes(1);
      expect(asked).toEqual([dialects[dialect].calls['remoteUploads.list']?.path, 'account/info']);
      expect(await client.detectDialect()).toBe(other);
      // It was given a dialect.
      expect(client.dialect).toBe(dialect);
    },
  );

  test('reports nothing if a call succeeds, fails for its file, or is common to all dialects', async () => {
    const onDialectMismatch = vi.fn();
    const answers = {
      ...proofs.document,
      'file/rename': { body: { msg: 'Not found or not your file', status: 404 } },
      'file/info': { body: '<html>' },
    };
    const { client } = setUp(withAccount('document', answers), undefined, {
      dialect: 'document',
      onDialectMismatch,
    });
    await client.remoteUploads.slots();
    await client.files.rename('abc', 'A').catch(() => {});
    await client.files.info('abc').catch(() => {});
    expect(onDialectMismatch).not.toHaveBeenCalled();
  });
});

describe('a call that is aborted while the dialect is detected', () => {
  test('ends at once, and another one continues', async () => {
    const stop = new AbortController();
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    const fetch = async (input: string | URL | Request) => {
      const path = new URL(String(input)).pathname.replace('/api/', '');
      asked.push(path);
      if (path === 'account/info') await held.promise;
      const answer = withAccount('sibling', proofs.sibling, { 'file/edit': ok('true') })[
        path as 'account/info'
      ];
      return answer ? Response.json(answer.body) : new Response('<html>', { status: 404 });
    };
    const options = { baseUrl: 'https://files.example', key: 'secret', fetch, limiter: fastLimiter() };
    const client = createClient({ ...options, maxRetries: 0 });
    const aborted = client.files.rename('a', 'A', { signal: stop.signal });
    const other = client.files.rename('b', 'B');
    await vi.waitFor(() => expect(asked).toContain('account/info'));
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
    held.resolve();
    await other;
    expect(asked.filter((path) => path === 'file/edit')).toHaveLength(1);
  });
});
