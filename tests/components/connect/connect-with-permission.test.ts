/** "Connect", with every answer that the browser's question may get. */
import { describe, expect, it } from 'vitest';
import { connect, PermissionDeniedError } from '../../../components/connect/connect-with-permission.ts';
import { toHostPattern } from '../../../lib/accounts/account.ts';
import { type ProblemCode, ProblemError } from '../../../lib/protocol.ts';
import { accountAnswer } from '../../gallery/fake-page-api.ts';

const connected = accountAnswer();
const never = new Promise<never>(() => {});
const problem = (code: ProblemCode) => new ProblemError({ code, msg: null });

/** A service that fails with these codes in turn, then takes the account. */
function service(...codes: readonly ProblemCode[]) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    attempt: async () => {
      const code = codes[attempts];
      attempts += 1;
      if (code !== undefined) throw problem(code);
      return connected;
    },
  };
}

const nobodyWaits = () => {
  throw new Error('nothing should wait here');
};

const connectTo = (
  attempt: () => Promise<typeof connected>,
  permission: Promise<boolean>,
  timeout: Promise<void> = never,
) => connect({ permission, attempt, timeout, onWaiting: nobodyWaits });

describe('when the host is allowed', () => {
  const permission = Promise.resolve(true);

  it('the account is checked once', async () => {
    const { attempt, attempts } = service();
    await expect(connectTo(attempt, permission)).resolves.toBe(connected);
    expect(attempts()).toBe(1);
  });

  it.each(['network', 'unauthorized'] as const)('rejects with %s after one attempt', async (code) => {
    const { attempt, attempts } = service(code, code);
    const result = connectTo(attempt, permission);
    await expect(result).rejects.toMatchObject({ problem: { code } });
    expect(attempts()).toBe(1);
  });
});

describe('when the host permission is denied', () => {
  it.each([
    ['refused', async () => false],
    ['not asked for', async () => Promise.reject(new Error('no gesture'))],
  ])('connects to a service that responds, with the permission %s', async (_, ask) => {
    const { attempt } = service();
    const result = connectTo(attempt, ask());
    await expect(result).resolves.toBe(connected);
  });

  it('and the service cannot be reached, the error is the missing permission', async () => {
    const { attempt } = service('network');
    const result = connectTo(attempt, Promise.resolve(false));
    await expect(result).rejects.toBeInstanceOf(PermissionDeniedError);
  });

  it('and the key is wrong, the error is the wrong key', async () => {
    const { attempt } = service('unauthorized');
    const result = connectTo(attempt, Promise.resolve(false));
    await expect(result).rejects.toMatchObject({ problem: { code: 'unauthorized' } });
  });
});

describe('while the permission prompt is open', () => {
  const timeout = Promise.resolve();

  it('connects without waiting for the prompt', async () => {
    const { attempt } = service();
    await expect(connectTo(attempt, never, timeout)).resolves.toBe(connected);
  });

  it('retries a failure that the permission could fix once the prompt is answered', async () => {
    const { attempt, attempts } = service('no-permission');
    const { promise: permission, resolve: answer } = Promise.withResolvers<boolean>();
    const result = connect({ permission, attempt, timeout, onWaiting: () => answer(true) });
    await expect(result).resolves.toBe(connected);
    expect(attempts()).toBe(2);
  });

  it('reports a failure that the permission could not fix immediately', async () => {
    const { attempt } = service('invalid-response');
    const result = connectTo(attempt, never, timeout);
    await expect(result).rejects.toMatchObject({ problem: { code: 'invalid-response' } });
  });
});

it('requests permission for the host alone', () => {
  expect(toHostPattern('http://127.0.0.1:8080/host')).toBe('http://127.0.0.1/*');
  expect(toHostPattern('https://files.example')).toBe('https://files.example/*');
});
