import { type Command, dryRun } from '../command.ts';
import { ItemError } from '../failure.ts';
import { findOne } from '../paths.ts';

export const rename: Command = {
  name: 'rename',
  usage: 'FILE TITLE',
  summary: 'Renames a file or a folder.',
  details: ['Name the file by its path or code, as in “ls”. A “/” in the title doesn’t create a folder.'],
  options: dryRun,
  count: [2, 2],

  async run({ args: [input = '', title = ''], flag, client, output, signal }) {
    const options = { signal };
    try {
      const target = await findOne(client, input, ['file', 'folder'], options);
      const record = { type: 'rename', input, ...target, kind: undefined, title };
      if (flag('dry-run')) {
        await output.result({ ...record, state: 'planned' }, `Would rename ${target.path} to ${title}`);
        return;
      }
      if (target.kind === 'folder') await client.folders.rename(target.folderId, title, options);
      else {
        await client.files.rename(target.fileCode, title, options);
        const [info] = await client.files.info(target.fileCode, options);
        if (info?.found && info.title === target.title && info.title !== title)
          throw new ItemError(
            'unchanged',
            `The service said OK, but the title is still “${info.title}”. Try again later.`,
          );
      }
      await output.result({ ...record, state: 'renamed' }, `${target.path} → ${title}`);
    } catch (error) {
      await output.failure({ type: 'rename', input }, error);
    }
  },
};
