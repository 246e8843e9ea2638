import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaults, readSettings } from '../../../lib/settings/settings.ts';

it('takes over what is valid and falls back for the rest', () => {
  expect(readSettings({ oneClick: true, notifications: 'yes', unknown: 1 })).toEqual({
    ...defaults,
    oneClick: true,
  });
});

it('makes valid settings of anything', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const settings = readSettings(value);
      expect(Object.keys(settings)).toEqual(Object.keys(defaults));
      const types = (of: object) => Object.values(of).map((each) => typeof each);
      expect(types(settings)).toEqual(types(defaults));
    }),
  );
});
