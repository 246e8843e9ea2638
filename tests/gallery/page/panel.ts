import type * as page from '../../../entrypoints/page/panel.ts';

export const openPanel: typeof page.openPanel = async () => {};
