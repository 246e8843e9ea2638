import type { Command } from '../command.ts';
import { type FolderTarget, findOne, joinPath, toFolderTarget } from '../paths.ts';

const formatFile = (file: { fileCode: string; uploaded?: string | null }, path: string) =>
  `${file.fileCode}  ${(file.uploaded ?? '').padEnd(19)}  ${path}`;

export const ls: Command = {
  name: 'ls',
  usage: '[PATH…]',
  summary: 'Lists folders and their files.',
  details: [
    'A path is like “a/b” or “a/b/film.mp4”. Without a path, the root is listed. A file is found by its title or by its file name, which services often shorten. A file’s code works everywhere. Use “folder:ID” or “code:CODE” if several have the same name.',
    'Each file is printed once, even if files change while the pages of a list are read.',
  ],
  options: { recursive: { help: 'include subfolders' } },
  count: [0, 1000],

  async run({ args, flag, client, output, stopping }) {
    const options = { signal: stopping };

    async function list(folder: FolderTarget): Promise<void> {
      const { folderId } = folder;
      const { folders } = await client.folders.list(folderId, { onlyFolders: true }, options);
      const inside = folders.map((each) => ({ ...each, ...toFolderTarget(each, folder.path) }));
      for (const { kind, path, name, code, folderId } of inside)
        await output.result({ type: kind, path, name, folderId, code }, `folder:${folderId}  ${path}/`);
      for await (const file of client.files.iterate({ folderId }, options)) {
        const path = joinPath(folder.path, file.title);
        await output.result({ type: 'file', path, ...file }, formatFile(file, path));
      }
      if (flag('recursive')) for (const each of inside) await list(each);
    }

    for (const input of args.length === 0 ? ['/'] : args) {
      if (stopping.aborted) return;
      try {
        const target = await findOne(client, input, ['folder', 'file'], options);
        if (target.kind === 'folder') await list(target);
        else
          await output.result({ type: 'file', ...target, kind: undefined }, formatFile(target, target.path));
      } catch (error) {
        if (stopping.aborted) return;
        await output.failure({ type: 'file', input }, error);
      }
    }
  },
};
