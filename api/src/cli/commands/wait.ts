import { isApiError } from '../../../../lib/api/index.ts';
import type { Command } from '../command.ts';
import { isAccountFailure } from '../failure.ts';
import { forEachAtMost, readInputs } from '../work.ts';

const concurrency = 8;

export const wait: Command = {
  name: 'wait',
  usage: '[CODE… | -]',
  summary: 'Waits until the service has fetched links, and prints their files.',
  details: [
    'The codes are those that “send” prints, from arguments or, with “-”, from stdin. Without any it waits for all transfers that the service lists now. Ctrl-C ends the waiting only.',
  ],
  options: {},
  count: [0, 100_000],

  async run(context) {
    const { args, client, output } = context;
    const ended = new AbortController();
    // Aborted also where the account fails: then no more codes are read.
    const stopping = AbortSignal.any([context.stopping, ended.signal]);
    const options = { signal: stopping, lane: 'polling' } as const;
    let count = 0;

    async function* listCodes(): AsyncGenerator<string> {
      for (const { fileCode, remoteUrl } of await client.remoteUploads.list(options)) {
        if (fileCode !== null) yield fileCode;
        else output.note(`The service has given no code for ${remoteUrl} yet. Run the command again later.`);
      }
    }

    await forEachAtMost(
      concurrency,
      args.length === 0 ? listCodes() : readInputs({ ...context, stopping }),
      async (input) => {
        if (stopping.aborted) return;
        try {
          const file = await client.remoteUploads.wait(input, options);
          count += 1;
          await output.result(
            { type: 'file', input, state: 'arrived', ...file },
            `${file.fileCode}  ${file.title}`,
          );
        } catch (error) {
          if (isApiError(error, 'aborted')) return;
          await output.failure({ type: 'file', input }, error);
          if (await isAccountFailure(error, () => client.account.probe(options))) ended.abort();
        }
        output.progress(`${count} arrived, ${output.failed} failed`);
      },
    );
  },
};
