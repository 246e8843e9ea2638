import type * as page from '../../../page/notice-uploads.ts';
import { usePage } from '../page-state.ts';

export const useUploadsById: typeof page.useUploadsById = (ids) =>
  usePage('uploads')?.uploads.filter(({ id }) => ids.includes(id)) ?? null;
