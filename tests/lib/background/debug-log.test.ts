import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDebugLog } from '../../../lib/background/debug-log.ts';
import { createFakeStorageArea } from '../storage/fake-storage-area.ts';
import { type BackgroundSetup, setUpBackground } from './background-setup.ts';

const key = 'test-key-0123456789';

async function createLog(debugLog: boolean) {
  const [local, session] = [createFakeStorageArea(), createFakeStorageArea()];
  await local.set({ settings: { debugLog }, keys: [['a', key]] });
  const log = createDebugLog({ local, session, wallNow: () => 0 });
  const lines = async () => (await session.get('debugLog'))['debugLog'];
  return { log, lines };
}

describe('the debug log', () => {
  it('keeps nothing while it is off', async () => {
    const { log, lines } = await createLog(false);
    log.add('one');
    log.addFault(new Error('two'));
    // Storing a line takes fewer turns of the event loop, one per call of the fake storage.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(await lines()).toBeUndefined();
  });

  it('is on at once, even while the setting is being read', async () => {
    const { log, lines } = await createLog(false);
    log.add('one');
    await log.set(true);
    await nextTurn();
    log.add('two');
    await expect.poll(lines).toContain('1970-01-01T00:00:00.000Z two');
  });

  it('contains neither keys nor addresses', async () => {
    const { log, lines } = await createLog(true);
    log.add(`GET https://host.example/secret/path?key=${key} and ${encodeURIComponent(key)}`);
    await expect.poll(lines).toEqual(['1970-01-01T00:00:00.000Z GET [address] and [key]']);
  });

  it('keeps the last 500 lines, and none after it is switched off', async () => {
    const { log, lines } = await createLog(true);
    for (let count = 1; count <= 700; count += 1) log.add(`line ${count}`);
    await expect.poll(lines).toHaveLength(500);
    expect(await lines()).toContain('1970-01-01T00:00:00.000Z line 700');
    await log.set(false);
    log.add('more');
    expect(await lines()).toBeUndefined();
  });
});

describe('in the background', () => {
  let setup: BackgroundSetup;
  beforeEach(async () => {
    setup = await setUpBackground();
  });
  afterEach(() => setup.close());

  it('records messages and requests', async () => {
    await setup.send('settings.change', { debugLog: true });
    await setup.connect();
    const read = async () => JSON.stringify((await setup.session.get('debugLog'))['debugLog']);
    await expect.poll(read).toContain('accounts.connect: ok');
    const text = await read();
    expect(text).toMatch(/GET \/api\/account\/info: HTTP 200, \d+ ms/);
    expect(text).not.toContain(setup.key);
    expect(text).not.toContain(setup.service.url);
  });
});
