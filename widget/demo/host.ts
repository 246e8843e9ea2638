/** The demo's host: the local service in a separate process, used only over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const demoAccount = { email: 'demo@example.org', key: 'demo-key' };
const service = fileURLToPath(new URL('../../service/src/cli.ts', import.meta.url));
const clip = new URL('../../service/sample/sample.webm', import.meta.url);

/** @param site a folder that the service serves at `/site/`. @throws {Error} if the service doesn't start */
export async function startHost(dataDir: string, site: string) {
  const account = `${demoAccount.email}:${demoAccount.key}`;
  const args = ['--data', dataDir, '--port', '0', '--account', account, '--site', site, '--quiet'];
  const child = spawn(process.execPath, [service, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Service address: +(\S+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error('The local service did not start.')));
  });
  return {
    /** Without a trailing slash. */
    url,
    upload: () => upload(url),
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** docs/http-api.md, "Upload a file": get an upload address, then post the file there with the key in the form and the query. */
async function upload(url: string): Promise<string> {
  const { key } = demoAccount;
  const server = await fetch(`${url}/api/upload/server?key=${key}`);
  const { result: address } = (await server.json()) as { result: string };
  const form = new FormData();
  form.set('api_key', key);
  form.set('file', new File([await readFile(clip)], 'sample.webm', { type: 'video/webm' }));
  const sent = await fetch(`${address}?${key}`, { method: 'POST', body: form });
  const { result } = (await sent.json()) as { result: readonly { filecode?: string }[] };
  const code = result[0]?.filecode;
  if (code === undefined) throw new Error('The service accepted the clip without a code.');
  return code;
}
