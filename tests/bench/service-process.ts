/** In its own process, so that its CPU time isn't measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/process.ts';
import { type Admin, createAdmin } from '../../service/src/index.ts';

export interface ServiceProcess {
  readonly url: string;
  readonly admin: Admin;
  close(): Promise<void>;
}

export async function startServiceProcess(): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
  const args = ['service/src/cli.ts', '--data', dataDir, '--port', '0', '--admin', '--quiet'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const url = await addressFrom(child.stdout).catch(async (error) => {
    child.kill();
    await ended;
    throw error;
  });
  return {
    url,
    admin: createAdmin(url),
    async close() {
      child.kill();
      await ended;
      await rm(dataDir, { recursive: true });
    },
  };
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, url] = /^Service address:\s+(\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new Error('The service ended without printing its address.');
}
