import type { Check } from '../context.ts';
import { exactly, expect, expectShape, object } from '../shapes.ts';

export const errorChecks: Check[] = [
  {
    section: 'Authentication',
    name: 'a call without a key is no success',
    async run({ api }) {
      const { body } = await api.bare('/api/account/info', {});
      expect(body['status'] !== 200, `it answers ${JSON.stringify(body)}`);
    },
  },
  {
    section: 'Authentication',
    name: 'a call with a key that is nobody’s is no success',
    async run({ api }) {
      const { body } = await api.bare('/api/account/info', { key: 'nobodys0000000000000key' });
      expect(body['status'] !== 200, `it answers ${JSON.stringify(body)}`);
    },
  },
  {
    section: 'Errors',
    name: 'a call without a required parameter is no success',
    async run({ api }) {
      const { body } = await api.get('/api/file/rename', {});
      expect(body['status'] !== 200, `it answers ${JSON.stringify(body)}`);
    },
  },
  {
    section: 'Limits',
    name: 'more than 10 requests in a second give the documented body',
    async run({ api }) {
      const answers = await api.burst('/api/urlupload/slots', 30);
      const refused = answers.filter(({ body }) => String(body['status']) === '429');
      expect(refused.length > 0, 'none of 30 requests at once was refused');
      const shape = object({ msg: exactly('Too Many Requests'), status: exactly('429') });
      for (const { body } of refused) expectShape('the body', body, shape);
    },
  },
];
