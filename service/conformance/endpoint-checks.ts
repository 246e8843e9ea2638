/** Checks every call: it exists, rejects missing and unknown keys, and requires its parameters. */
import { type Check, section } from './check-context.ts';
import { type DocumentedCall, parameterValues } from './documented-call.ts';
import { expect, expectShape, text } from './shapes.ts';

const unknownKey = 'nobodys0000000000000key';

export const endpointChecks = (calls: readonly DocumentedCall[]): Check[] => calls.flatMap(checkCall);

function checkCall(call: DocumentedCall): Check[] {
  const { path, required = {}, changesQueue } = call;
  return [
    ...section('Requests', {
      [`${path} exists and responds to GET with an envelope`]: async ({ api }) => {
        // Changes nothing without parameters, and isn't refused because of them without a key.
        const { httpStatus, body } = await api.bare(path, {});
        expect(httpStatus !== 404 && httpStatus !== 405, `HTTP ${httpStatus}`);
        // The document doesn't say how a missing key is refused.
        if (httpStatus >= 400) return;
        expectShape('msg', body['msg'], text);
        expect('status' in body, 'there is no status');
      },
    }),
    ...section('Authentication', {
      [`${path} rejects missing and unknown keys`]: async (context) => {
        const params = await parameterValues(context, call);
        for (const key of [undefined, '', unknownKey]) {
          const { body } = await context.api.bare(path, { ...(key !== undefined && { key }), ...params });
          expect(
            body['status'] !== 200,
            `with ${key === undefined ? 'no key' : `the key "${key}"`} it returns ${JSON.stringify(body)}`,
          );
        }
      },
    }),
    ...Object.keys(required).flatMap((name) =>
      section(call.section, {
        [`${path} requires ${name}`]: async (context) => {
          if (changesQueue) context.requireQueueChanges();
          const { [name]: _, ...params } = await parameterValues(context, call);
          const { body } = await context.api.get(path, params);
          expect(body['status'] !== 200, `it returns ${JSON.stringify(body)}`);
        },
      }),
    ),
  ];
}
