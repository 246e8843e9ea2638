import { readFile } from 'node:fs/promises';
import type { Client } from '../../../lib/api/index.ts';

export async function sendSample({ uploads }: Client, title = 'sample'): Promise<string> {
  const bytes = await readFile(new URL('../../../service/sample/sample.webm', import.meta.url));
  const { fileCode } = await uploads.send(new File([bytes], `${title}.webm`, { type: 'video/webm' }));
  if (fileCode === null) throw new Error('The service took the clip and gave no code.');
  return fileCode;
}
