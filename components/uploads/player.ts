import type { Account } from '../../lib/accounts/account.ts';

/** The address of a file's player page (docs/http-api.md, "Player page"). */
export function playerAddress(
  { baseUrl, publicUrl = baseUrl }: Pick<Account, 'baseUrl' | 'publicUrl'>,
  fileCode: string,
): string {
  return `${publicUrl}/e/${encodeURIComponent(fileCode)}`;
}
