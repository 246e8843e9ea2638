/** Starts the side panel of Chrome and the sidebar of Firefox: the popup's application in all the room there is. */
import { browser } from 'wxt/browser';
import { offerFiles } from '../../components/manager/dropped-files.ts';
import { readTransfer } from '../../components/manager/own-files.ts';
import '../page/icons.ts';
import '../page/theme.ts';
import '../popup/main.tsx';
import '../../components/popup/panel.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

document.addEventListener('dragover', (event) => {
  if (hasFiles(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  if (event.dataTransfer === null || !hasFiles(event)) return;
  event.preventDefault();
  const token = crypto.randomUUID();
  offerFiles(token, readTransfer(event.dataTransfer));
  void browser.tabs.create({
    url: browser.runtime.getURL(`/manager.html#uploads/${token}` as '/manager.html'),
  });
});
