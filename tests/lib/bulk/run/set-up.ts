/** Jobs over all files of a small account, and helpers for tests. */
import { expect } from 'vitest';
import type { FakeService, ServiceRules } from '../../fake-service.ts';
import { type Action, Scenario, type Script, start } from '../scenario.ts';

export const files = (service: FakeService) =>
  [...service.files].map(([fileCode, { title, folderId }]) => ({ fileCode, title, folderId }));

export const folder = ({ folders }: FakeService) => ({ id: [...folders.keys()][0] ?? '', name: '' });

export const moveAll = start((service) => ({ kind: 'move', files: files(service), folder: folder(service) }));

export const cloneAll = start((service) => ({
  kind: 'clone',
  fileCodes: [...service.files.keys()],
  folder: folder(service),
}));

/** An account with folder A, and files in the root. */
export const withFiles =
  (...titles: readonly string[]) =>
  (service: FakeService) => {
    service.addFolder('A');
    for (const title of titles) service.addFile(title);
  };

export async function runScenario(
  action: Action,
  fill: (service: FakeService) => void,
  rules: Partial<ServiceRules> = {},
  { faults = [], afterwards = [] }: { faults?: Script['faults']; afterwards?: Script['actions'] } = {},
): Promise<Scenario> {
  const actions = [{ after: 0, action }, ...afterwards];
  const scenario = new Scenario({ rules, actions, faults, killPoints: [] }, fill);
  await scenario.runUntilStopped();
  expect(scenario.violations).toEqual([]);
  return scenario;
}
