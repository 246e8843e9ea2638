/** A client of functions that take and answer as much of the real calls as a test uses. */
import type { Client } from '../../lib/api/index.ts';

type FakeCalls<Group> = { readonly [Name in keyof Group]?: (...given: never[]) => unknown };

export const fakeClient = (calls: { readonly [Group in keyof Client]?: FakeCalls<Client[Group]> }): Client =>
  calls as unknown as Client;
