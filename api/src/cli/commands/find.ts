import { codePattern } from '../../../../lib/api/file-code.ts';
import type { Command } from '../command.ts';
import { findAll, findCode, findFolder } from '../paths.ts';

export const find: Command = {
  name: 'find',
  usage: 'TEXT…',
  summary: 'Finds files by words of their titles, and files and folders by path or code.',
  details: [
    'Words are searched by the service, as it does it: some find parts of words, some whole words only. With a slash, TEXT is a path, and all that have it are printed.',
  ],
  options: { in: { value: 'FOLDER', help: 'only files right in this folder' } },
  count: [1, 1000],

  async run({ args, text, client, output, stopping }) {
    const options = { signal: stopping };
    const place = text('in');
    const folder = place === undefined ? null : await findFolder(client, place, options);
    for (const input of args) {
      if (stopping.aborted) return;
      let count = 0;
      try {
        const isName = /\/|^(code|folder):/.test(input);
        const isCode = !isName && codePattern.test(input);
        const named = isName
          ? await findAll(client, input, ['folder', 'file'], options)
          : isCode
            ? await findCode(client, input, options)
            : [];
        for (const { kind, ...target } of named) {
          const id = 'fileCode' in target ? target.fileCode : `folder:${target.folderId}`;
          count += 1;
          await output.result({ type: kind, ...target }, `${id}  ${target.path}`);
        }
        for (const file of isName ? [] : await client.files.search(input, options)) {
          if (folder && file.folderId !== folder.folderId) continue;
          count += 1;
          const line = `${file.fileCode}  ${(file.uploaded ?? '').padEnd(19)}  ${file.title}  (folder:${file.folderId ?? '?'})`;
          await output.result({ type: 'file', ...file }, line);
        }
        if (count === 0) output.note(`Nothing found for “${input}”.`);
      } catch (error) {
        if (stopping.aborted) return;
        await output.failure({ type: 'file', input }, error);
      }
    }
  },
};
