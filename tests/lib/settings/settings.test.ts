import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaults, readSettings, type Setting, settingTable } from '../../../lib/settings/settings.ts';

const table = Object.entries<Setting>(settingTable);

it('keeps valid settings and uses defaults for the rest', () => {
  expect(readSettings({ oneClick: true, notifications: 'yes', unknown: 1 })).toEqual({
    ...defaults,
    oneClick: true,
  });
});

it('accepts only allowed values', () => {
  const stored = { theme: 'dark', pollSeconds: 4, backgroundPollSeconds: '60' };
  expect(readSettings(stored)).toEqual({ ...defaults, theme: 'dark' });
  expect(readSettings({ theme: 'sepia' }).theme).toBe('system');
  for (const [name, { values = [] }] of table)
    for (const value of values) expect(readSettings({ [name]: value })).toMatchObject({ [name]: value });
});

it('turns any value into valid settings', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const settings = readSettings(value);
      expect(Object.keys(settings)).toEqual(Object.keys(defaults));
      const types = (of: object) => Object.values(of).map((each) => typeof each);
      expect(types(settings)).toEqual(types(defaults));
    }),
  );
});

it('settings depend only on toggles', () => {
  const needed = table.flatMap(([, { needs }]) => needs ?? []);
  expect(needed).not.toEqual([]);
  for (const name of needed) expect(defaults).toHaveProperty(name, expect.any(Boolean));
});
