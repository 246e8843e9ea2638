/** A client of functions that take and answer as much of the real calls as uploads use. */
import type { UploadsClient } from '../../../lib/uploads/context.ts';

type FakeCalls<Group> = { readonly [Name in keyof Group]?: (...given: never[]) => unknown };

export const fakeClient = (calls: { readonly [N in keyof UploadsClient]?: FakeCalls<UploadsClient[N]> }) =>
  calls as UploadsClient;
