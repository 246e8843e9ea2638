/** Chrome's side panel and Firefox's sidebar: the popup at full size. */
import '../mount/icons.ts';
import '../../page/theme.ts';
import '../popup/main.tsx';
import '../../components/popup/panel.css';
