import type { Command } from './command.ts';
import { find } from './commands/find.ts';
import { ls } from './commands/ls.ts';
import { mv } from './commands/mv.ts';
import { rename } from './commands/rename.ts';
import { report } from './commands/report.ts';
import { send } from './commands/send.ts';
import { upload } from './commands/upload.ts';
import { wait } from './commands/wait.ts';

export const commands: readonly Command[] = [upload, send, wait, ls, find, mv, rename, report];
