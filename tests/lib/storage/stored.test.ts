import { expect, it } from 'vitest';
import { createStoredValue } from '../../../lib/storage/stored.ts';
import { createFakeStorageArea } from './fake-storage-area.ts';

const readNumber = (value: unknown) => (typeof value === 'number' ? value : 0);

it('reads a damaged or missing value as its default', async () => {
  const area = createFakeStorageArea();
  const count = createStoredValue(area, 'import', readNumber);
  expect(await count.get()).toBe(0);
  await area.set({ import: 'seven' });
  expect(await count.get()).toBe(0);
});

it('loses no concurrent update, and continues after a failed one', async () => {
  const count = createStoredValue(createFakeStorageArea(), 'import', readNumber);
  const failing = count.update(() => {
    throw new Error('this one fails');
  });
  const updates = Array.from({ length: 50 }, () => count.update((value) => value + 1));
  await expect(failing).rejects.toThrow('this one fails');
  await Promise.all(updates);
  expect(await count.get()).toBe(50);
});

it('removes the value', async () => {
  const area = createFakeStorageArea();
  const count = createStoredValue(area, 'import', readNumber);
  await count.set(3);
  await count.remove();
  expect(area.items.size).toBe(0);
});
