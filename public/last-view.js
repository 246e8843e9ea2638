// The page's last view (page/last-view.ts), until its first render replaces it.
const stored = localStorage[document.currentScript.dataset.view];
const stamp = `${chrome.runtime.getManifest().version} ${chrome.i18n.getUILanguage()} ${location.hash}\n`;
if (stored?.startsWith(stamp)) {
  const { body } = new DOMParser().parseFromString(stored.slice(stamp.length), 'text/html');
  // The policy for styles forbids the attribute itself.
  for (const element of body.querySelectorAll('[data-style]')) {
    element.style.cssText = element.dataset.style;
    element.removeAttribute('data-style');
  }
  document.getElementById('page').replaceChildren(...body.childNodes);
}
