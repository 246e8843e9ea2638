import { type Command, dryRun } from '../command.ts';
import { ItemError, isAccountFailure } from '../failure.ts';
import { findFolder, findOne } from '../paths.ts';
import { readTarget } from './send.ts';

export const mv: Command = {
  name: 'mv',
  usage: 'FILE… FOLDER',
  summary: 'Moves files and folders into a folder.',
  details: [
    'Name each by its path or code, as in “ls”. Not every host can move folders. You can repeat the command: what is already in the folder stays.',
  ],
  options: { parents: { help: 'create the folder if it is missing' }, ...dryRun },
  count: [2, 1001],

  async run(context) {
    const { args, flag, client, output, stopping, signal } = context;
    const options = { signal };
    const isDryRun = flag('dry-run');
    const to = args.at(-1) ?? '';
    const folder = flag('parents') ? await readTarget(context, to) : await findFolder(client, to, options);
    for (const input of args.slice(0, -1)) {
      if (stopping.aborted) return;
      try {
        const target = await findOne(client, input, ['file', 'folder'], options);
        const { kind, path } = target;
        const record = { type: 'move', input, ...target, kind: undefined, folderId: folder.folderId };
        if (kind === 'file' && target.folderId === folder.folderId) {
          await output.result({ ...record, state: 'unchanged' }, `${path} is there already.`);
          continue;
        }
        if (isDryRun) {
          await output.result({ ...record, state: 'planned' }, `Would move ${path} to ${folder.path}/`);
          continue;
        }
        if (kind === 'folder') {
          if (target.folderId === folder.folderId)
            throw new ItemError('refused', 'A folder can’t be moved into itself.');
          await client.folders.move(target.folderId, folder.folderId, options);
        } else {
          await client.files.move(target.fileCode, folder.folderId, options);
          const [info] = await client.files.info(target.fileCode, options);
          if (info?.found && info.folderId !== null && info.folderId !== folder.folderId)
            throw new ItemError(
              'unchanged',
              'The service said OK, but did not move the file. Try again later.',
            );
        }
        await output.result({ ...record, state: 'moved' }, `${path} → ${folder.path}/`);
      } catch (error) {
        await output.failure({ type: 'move', input }, error);
        if (await isAccountFailure(error, () => client.account.probe(options))) return;
      }
    }
  },
};
