/** What a connection changes in the account that exists. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackgroundSetup, setUpBackground } from '../background-setup.ts';

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(() => setup.close());

it('keeps the stored e-mail where the answer has none', async () => {
  const { account } = await setup.connect();
  const envelope = { status: 200, msg: 'OK', result: { balance: '0', storage_left: 1_000 } };
  await setup.admin.setFaults([{ endpoint: '/api/account/info', kind: 'envelope', envelope }]);
  expect((await setup.connect()).account).toEqual(account);
});
