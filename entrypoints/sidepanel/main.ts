/** Starts the side panel of Chrome and the sidebar of Firefox: the popup's application in all the room there is. */
import '../mount/icons.ts';
import '../../page/theme.ts';
import '../popup/main.tsx';
import '../../components/popup/panel.css';
