import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';

it('rejects where the script has an address that no file is beside, as the links are shown then', async () => {
  const { document, HTMLScriptElement } = new JSDOM('').window;
  const currentScript = document.createElement('script');
  currentScript.src = 'blob:https://site.example/1';
  vi.stubGlobal('document', { currentScript });
  vi.stubGlobal('HTMLScriptElement', HTMLScriptElement);
  const { loadExtras } = await import('../../widget/src/load-script-extras.ts');
  const loading = loadExtras();
  await expect(loading).rejects.toThrow();
});
