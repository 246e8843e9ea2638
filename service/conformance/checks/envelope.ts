import type { Check } from '../context.ts';
import { dateTime, exactly, expect, expectShape, text } from '../shapes.ts';

/** Every row of "Endpoints". */
const PATHS =
  `account/info account/stats dmca/list upload/server file/clone upload/url urlupload/list urlupload/status
urlupload/slots urlupload/actions folder/create folder/rename folder/list file/list file/check file/info file/image
file/rename file/move search/videos`.split(/\s+/);

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
  ...PATHS.map((path): Check => {
    return {
      section: 'Requests',
      name: `/api/${path} is there and answers a GET with an envelope`,
      async run({ api }) {
        // Without its parameters, so that nothing is changed; without the key, so that nothing is refused for them.
        const { httpStatus, body } = await api.bare(`/api/${path}`, {});
        expect(httpStatus !== 404 && httpStatus !== 405, `HTTP ${httpStatus}`);
        expectShape('msg', body['msg'], text);
        expect('status' in body, 'there is no status');
      },
    };
  }),
];
