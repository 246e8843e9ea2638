import type { StoredFile } from '../store/files.ts';

export const imagePaths = ({ code }: StoredFile) => ({
  single_img: `/i/single/${code}`,
  thumb_img: `/i/thumb/${code}`,
  splash_img: `/i/splash/${code}`,
});
