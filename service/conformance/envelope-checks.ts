import { expectSuccess } from './caller.ts';
import { type Check, NotedError, section } from './check-context.ts';
import { type DocumentedCall, parameterValues } from './documented-call.ts';
import { expect } from './shapes.ts';

export const envelopeChecks = (calls: readonly DocumentedCall[]): Check[] => [
  ...section('Envelope', {
    'a success has msg "OK", server_time, the integer status 200 and a result': async ({ api }) => {
      const answer = await api.get('/api/account/info');
      expectSuccess('the answer', answer);
      expect('result' in answer.body, 'there is no "result"');
      if (answer.body['msg'] !== 'OK') throw new NotedError(`msg is "${answer.body['msg']}"`);
    },
  }),
  ...calls.flatMap((call) => {
    const { path } = call;
    return section('Envelope', {
      [`${path} answers a success with msg, server_time and the integer status 200, as JSON`]: async (
        context,
      ) => {
        if (call.changesQueue) context.requireQueueChanges();
        const params = await parameterValues(context, call);
        const answer = await context.api.get(path, params);
        if (path === '/api/upload/url') context.trackTransfer(answer, params['url'] ?? '');
        // The code is a file's: whether there is a status of its transfer is not described.
        if (path === '/api/urlupload/status' && answer.body['status'] !== 200) return;
        expectSuccess(path, answer);
        if (!answer.contentType.includes('json'))
          throw new NotedError(`the content type is "${answer.contentType}"`);
      },
    });
  }),
];
