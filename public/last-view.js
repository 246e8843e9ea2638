// Shows what the popup showed last (page/last-view.ts), until its first drawing replaces it.
const { popupView } = localStorage;
const stamp = `${chrome.runtime.getManifest().version} ${chrome.i18n.getUILanguage()}\n`;
if (popupView?.startsWith(stamp)) document.getElementById('page').innerHTML = popupView.slice(stamp.length);
