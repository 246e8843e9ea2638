/** The address of a file's player page at its service (docs/http-api.md, "Player page"). */
export function playerAddress(baseUrl: string, fileCode: string): string {
  return `${baseUrl}/e/${encodeURIComponent(fileCode)}`;
}
