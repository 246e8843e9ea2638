/** "Connect", with every answer that the browser's question may get. */
import { describe, expect, it } from 'vitest';
import { connect, PermissionDeniedError } from '../../../components/accounts/connect.ts';
import { toHostPattern } from '../../../lib/accounts/account.ts';
import { type ProblemCode, ProblemError } from '../../../lib/protocol.ts';
import { accountAnswer } from '../../gallery/fake-services.ts';

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

describe('when the host is allowed', () => {
  const permission = Promise.resolve(true);

  it('the account is checked once', async () => {
    const { attempt, attempts } = service();
    await expect(connect({ permission, attempt, timeout: never, onWaiting: nobodyWaits })).resolves.toBe(
      connected,
    );
    expect(attempts()).toBe(1);
  });

  it.each(['network', 'unauthorized'] as const)('rejects with %s after one attempt', async (code) => {
    const { attempt, attempts } = service(code, code);
    const result = connect({ permission, attempt, timeout: never, onWaiting: nobodyWaits });
    await expect(result).rejects.toMatchObject({ problem: { code } });
    expect(attempts()).toBe(1);
  });
});

describe('when the host is refused', () => {
  it.each([
    ['refused', async () => false],
    ['not asked for', async () => Promise.reject(new Error('no gesture'))],
  ])('by being %s, a service that answers all the same is taken', async (_, ask) => {
    const { attempt } = service();
    const result = connect({ permission: ask(), attempt, timeout: never, onWaiting: nobodyWaits });
    await expect(result).resolves.toBe(connected);
  });

  it('and the service cannot be reached, the permission is what is missing', async () => {
    const { attempt } = service('network');
    const result = connect({
      permission: Promise.resolve(false),
      attempt,
      timeout: never,
      onWaiting: nobodyWaits,
    });
    await expect(result).rejects.toBeInstanceOf(PermissionDeniedError);
  });

  it('and the key is wrong, the key is what is wrong', async () => {
    const { attempt } = service('unauthorized');
    const result = connect({
      permission: Promise.resolve(false),
      attempt,
      timeout: never,
      onWaiting: nobodyWaits,
    });
    await expect(result).rejects.toMatchObject({ problem: { code: 'unauthorized' } });
  });
});

describe('when the question stays open', () => {
  const timeout = Promise.resolve();

  it('it is tried without the answer', async () => {
    const { attempt } = service();
    await expect(connect({ permission: never, attempt, timeout, onWaiting: nobodyWaits })).resolves.toBe(
      connected,
    );
  });

  it('a failure that the permission could mend waits for the answer, then it is tried again', async () => {
    const { attempt, attempts } = service('no-permission');
    const { promise: permission, resolve: answer } = Promise.withResolvers<boolean>();
    const result = connect({ permission, attempt, timeout, onWaiting: () => answer(true) });
    await expect(result).resolves.toBe(connected);
    expect(attempts()).toBe(2);
  });

  it('a failure that it could not mend is told at once', async () => {
    const { attempt } = service('invalid-response');
    const result = connect({ permission: never, attempt, timeout, onWaiting: nobodyWaits });
    await expect(result).rejects.toMatchObject({ problem: { code: 'invalid-response' } });
  });
});

it('asks for the host alone', () => {
  expect(toHostPattern('http://127.0.0.1:8080/host')).toBe('http://127.0.0.1/*');
  expect(toHostPattern('https://files.example')).toBe('https://files.example/*');
});
