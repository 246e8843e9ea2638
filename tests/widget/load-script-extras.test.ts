import { expect, it, vi } from 'vitest';

it('rejects where the script has an address that no file is beside, as the links are shown then', async () => {
  vi.stubGlobal('document', { currentScript: { src: 'blob:https://site.example/1' } });
  const { loadExtras } = await import('../../widget/src/load-script-extras.ts');
  const loading = loadExtras();
  await expect(loading).rejects.toThrow();
});
