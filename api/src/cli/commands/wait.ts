import { isApiError } from '../../../../lib/api/index.ts';
import type { Command } from '../command.ts';
import { ItemError } from '../failure.ts';
import { readInputs } from '../work.ts';

/** As many codes as fit into one request. */
const batchSize = 50;

export const wait: Command = {
  name: 'wait',
  usage: '[CODE… | -]',
  summary: 'Waits until the service has fetched links, and prints their files.',
  details: [
    'Pass the codes that “send” prints as arguments or, with “-”, on stdin. Without codes, the command waits for all transfers that the service lists now. Files are printed in the order of the codes, 50 at a time. Ctrl-C ends only the waiting.',
  ],
  options: {},
  count: [0, 100_000],

  async run(context) {
    const { args, client, output, stopping } = context;
    const options = { signal: stopping };
    let count = 0;

    async function* listCodes(): AsyncGenerator<string> {
      for (const { fileCode, remoteUrl } of await client.remoteUploads.list(options)) {
        if (fileCode !== null) yield fileCode;
        else output.note(`The service has no code for ${remoteUrl} yet. Run the command again later.`);
      }
    }

    async function waitFor(codes: readonly string[]): Promise<void> {
      output.progress(`${count} arrived, ${output.failed} failed, waiting for ${codes.length}`, true);
      for (const file of await client.remoteUploads.waitAll(codes, options)) {
        const { fileCode: input } = file;
        if (file.found) {
          count += 1;
          await output.result({ type: 'file', input, state: 'arrived', ...file }, `${input}  ${file.title}`);
        } else {
          const gone = new ItemError('not-found', `There is no transfer and no file (“${file.msg}”).`);
          await output.failure({ type: 'file', input }, file.error ?? gone);
        }
      }
    }

    try {
      let batch: string[] = [];
      for await (const code of args.length === 0 ? listCodes() : readInputs(context)) {
        if (/[\s,"]/.test(code)) {
          const wrong = new ItemError('not-a-code', 'This is not a file code as printed by “send”.');
          await output.failure({ type: 'file', input: code }, wrong);
          continue;
        }
        batch.push(code);
        if (batch.length < batchSize) continue;
        await waitFor(batch);
        batch = [];
      }
      if (batch.length > 0 && !stopping.aborted) await waitFor(batch);
    } catch (error) {
      if (!isApiError(error, 'aborted')) throw error;
    }
  },
};
