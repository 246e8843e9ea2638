import type { Check } from '../context.ts';
import { dateTime, exactly, expect, expectShape } from '../shapes.ts';

export const envelopeChecks: Check[] = [
  {
    section: 'Envelope',
    name: 'a success has msg "OK", server_time, the integer status 200 and a result',
    async run({ api }) {
      const { body, contentType } = await api.get('/api/account/info');
      expectShape('msg', body['msg'], exactly('OK'));
      expectShape('server_time', body['server_time'], dateTime);
      expectShape('status', body['status'], exactly(200));
      expect('result' in body, 'there is no result');
      expect(contentType.includes('json'), `the content type is "${contentType}"`);
    },
  },
];
