import { expectSuccess } from '../caller.ts';
import { type Check, NotedError, section } from '../check-context.ts';
import { expect } from '../shapes.ts';
import { ACTIONS, documentedCalls, requiredValues } from './documented-calls.ts';

export const envelopeChecks: Check[] = [
  ...section('Envelope', {
    'a success has msg "OK", server_time, the integer status 200 and a result': async ({ api }) => {
      const answer = await api.get('/api/account/info');
      expectSuccess('the answer', answer);
      expect('result' in answer.body, 'there is no "result"');
      if (answer.body['msg'] !== 'OK') throw new NotedError(`msg is "${answer.body['msg']}"`);
    },
  }),
  ...documentedCalls.flatMap((call) => {
    const { path } = call;
    return section('Envelope', {
      [`${path} answers a success with msg, server_time and the integer status 200, as JSON`]: async (
        context,
      ) => {
        if (path === ACTIONS) context.requireQueueChanges();
        const answer = await context.api.get(path, await requiredValues(context, call));
        if (path === '/api/upload/url') context.trackTransfer(answer);
        // The code is a file's: whether there is a status of its transfer is not described.
        if (path === '/api/urlupload/status' && answer.body['status'] !== 200) return;
        expectSuccess(path, answer);
        if (!answer.contentType.includes('json'))
          throw new NotedError(`the content type is "${answer.contentType}"`);
      },
    });
  }),
];
