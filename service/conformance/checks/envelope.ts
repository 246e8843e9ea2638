import { expectSuccess } from '../caller.ts';
import { type Check, section } from '../context.ts';
import { exactly, expect, expectShape, objectWith } from '../shapes.ts';
import { ACTIONS, endpoints, requiredValues } from './endpoints.ts';

export const envelopeChecks: Check[] = [
  ...section('Envelope', {
    'a success has msg "OK", server_time, the integer status 200 and a result': async ({ api }) => {
      const answer = await api.get('/api/account/info');
      expectSuccess('the answer', answer);
      expectShape('the answer', answer.body, objectWith({ msg: exactly('OK') }));
      expect('result' in answer.body, 'there is no "result"');
    },
  }),
  ...endpoints.flatMap((endpoint) => {
    const { path } = endpoint;
    return section('Envelope', {
      [`${path} answers a success with msg, server_time and the integer status 200, as JSON`]: async (
        context,
      ) => {
        if (path === ACTIONS) context.requireQueueChanges();
        const answer = await context.api.get(path, await requiredValues(context, endpoint));
        if (path === '/api/upload/url') context.trackTransfer(answer);
        expectSuccess(path, answer);
      },
    });
  }),
];
