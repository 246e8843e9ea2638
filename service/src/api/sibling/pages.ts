import type { Pages } from '../dialect.ts';

export const filePage = '/{code}.html';

export const pages: Pages = {
  player: ({ playerPath }) => playerPath,
  file: filePage,
  playerOptions: false,
};
