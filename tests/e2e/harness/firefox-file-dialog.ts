import type { BidiSession } from './bidi.ts';

/** The native dialog, which tests can't click, isn't shown. */
export async function answerFileDialog(bidi: BidiSession, paths: readonly string[]): Promise<void> {
  await bidi.runPrivileged(`
    const contract = '@mozilla.org/filepicker;1';
    const registrar = Components.manager.QueryInterface(Ci.nsIComponentRegistrar);
    const desktop = registrar.contractIDToCID(contract);
    const id = Services.uuid.generateUUID();
    const files = ${JSON.stringify(paths)}.map((path) => {
      const file = Cc['@mozilla.org/file/local;1'].createInstance(Ci.nsIFile);
      file.initWithPath(path);
      return file;
    });
    const dialog = {
      QueryInterface: ChromeUtils.generateQI(['nsIFilePicker']),
      init() {},
      appendFilter() {},
      appendFilters() {},
      open(callback) {
        registrar.unregisterFactory(id, factory);
        registrar.registerFactory(desktop, '', contract, null);
        Services.tm.dispatchToMainThread(() => callback.done(Ci.nsIFilePicker.returnOK));
      },
      file: files[0],
      get files() {
        const left = [...files];
        return {
          QueryInterface: ChromeUtils.generateQI(['nsISimpleEnumerator']),
          hasMoreElements: () => left.length > 0,
          getNext: () => left.shift(),
        };
      },
    };
    const factory = {
      QueryInterface: ChromeUtils.generateQI(['nsIFactory']),
      createInstance: () => dialog,
    };
    registrar.registerFactory(id, '', contract, factory);
  `);
}
