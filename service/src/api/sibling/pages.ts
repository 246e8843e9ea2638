import type { Pages } from '../dialect.ts';

export const FILE_PAGE = '/{code}.html';

export const pages: Pages = {
  player: ({ playerPath }) => playerPath,
  file: FILE_PAGE,
  playerOptions: false,
};
