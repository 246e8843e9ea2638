// The popup's last view (page/last-view.ts), until its first render replaces it.
const { popupView } = localStorage;
const stamp = `${chrome.runtime.getManifest().version} ${chrome.i18n.getUILanguage()}\n`;
if (popupView?.startsWith(stamp)) {
  const { body } = new DOMParser().parseFromString(popupView.slice(stamp.length), 'text/html');
  document.getElementById('page').replaceChildren(...body.childNodes);
}
