import { type ComponentChild, render } from 'preact';
import { browser } from 'wxt/browser';
import '../../components/styles/tokens.css';
import '../../components/styles/base.css';
import { type PageApi, PageApiProvider } from '../../components/page-api.ts';
import { direction, language } from '../../components/text.ts';
import { afterPaint } from '../../lib/timing/after-paint.ts';
import { arrangeModule } from '../../page/page-data.ts';
import { send } from '../../page/send.ts';

const services: PageApi = {
  send,
  copy: (text) => navigator.clipboard.writeText(text),
  requestHost: (...origins) => browser.permissions.request({ origins }),
  open(address, isBackground = false) {
    void browser.tabs.create({ url: address, active: !isBackground });
  },
  openSettings: (accountId) =>
    void import('../../page/browser-ui.ts').then((ui) => ui.openSettings(accountId)),
  now: Date.now,
  drafts: new Map(),
};

arrangeModule.load = () => import('../../components/uploads/arrange-copies.ts');

export function mount(title: string, content: ComponentChild, change: Partial<PageApi> = {}): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  document.title = title;
  render(
    <PageApiProvider value={{ ...services, ...change }}>{content}</PageApiProvider>,
    document.getElementById('page') ?? document.body,
  );
  // Focus can't be lost before the first frame.
  afterPaint(() => void import('../../components/focus/keep-focus.ts'));
}
