/** By the host if it supports it, otherwise on its website. */
import { expect, it } from 'vitest';
import { deleteNotice } from '../../../../components/files/model/to-delete.ts';
import { getCapabilities } from '../../../../lib/api/index.ts';
import { createFakeServices, requests } from '../../../gallery/fake-page-api.ts';

const account = { id: 'a', baseUrl: 'http://10.0.0.5:8080', email: null, addedAt: 0 };

it.each([
  ['the service', account, 'Open 10.0.0.5:8080', 'http://10.0.0.5:8080'],
  [
    'its public address, where it has one',
    { ...account, publicUrl: 'https://watch.example' },
    'Open watch.example',
    'https://watch.example',
  ],
])('links to the website of %s', (_, of, label, address) => {
  const { action } = deleteNotice({
    account: of,
    capabilities: getCapabilities(),
    pageApi: createFakeServices(),
  });
  expect(action?.label).toBe(label);
  void action?.onClick();
  expect(requests.at(-1)).toEqual({ name: 'open', request: address });
});
