import { expectSuccess } from './caller.ts';
import { type Check, NotedError, section } from './check-context.ts';
import { type DocumentedCall, parameterValues } from './documented-call.ts';
import { expect } from './shapes.ts';

export const envelopeChecks = (calls: readonly DocumentedCall[]): Check[] => [
  ...section('Envelope', {
    'a success has msg "OK", server_time, the integer status 200 and a result': async ({ api }) => {
      const response = await api.get('/api/account/info');
      expectSuccess('the response', response);
      expect('result' in response.body, 'there is no "result"');
      if (response.body['msg'] !== 'OK') throw new NotedError(`msg is "${response.body['msg']}"`);
    },
  }),
  ...calls.flatMap((call) => {
    const { path } = call;
    return section('Envelope', {
      [`${path} returns JSON with msg, server_time and the integer status 200`]: async (context) => {
        if (call.changesQueue) context.requireQueueChanges();
        const params = await parameterValues(context, call);
        const response = await context.api.get(path, params);
        if (path === '/api/upload/url') context.trackTransfer(response, params['url'] ?? '');
        // The code is that of a file. The document doesn't say whether its transfer has a status.
        if (path === '/api/urlupload/status' && response.body['status'] !== 200) return;
        expectSuccess(path, response);
        if (!response.contentType.includes('json'))
          throw new NotedError(`the content type is "${response.contentType}"`);
      },
    });
  }),
];
