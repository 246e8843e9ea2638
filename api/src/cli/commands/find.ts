import { codePattern } from '../../../../lib/api/file-code.ts';
import type { Command } from '../command.ts';
import { findAll, findCode, findFolder } from '../paths.ts';

export const find: Command = {
  name: 'find',
  usage: 'TEXT…',
  summary: 'Finds files by words in their titles, and files and folders by path or code.',
  details: [
    'The service searches for the words: some services find parts of words, others only whole words. TEXT with a slash is a path, and everything with that path is printed.',
  ],
  options: { in: { value: 'FOLDER', help: 'only files directly in this folder' } },
  count: [1, 1000],

  async run({ args, text, client, output, stopping }) {
    const options = { signal: stopping };
    const inFolder = text('in');
    const folder = inFolder === undefined ? null : await findFolder(client, inFolder, options);
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
