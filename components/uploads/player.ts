/** The address of a file's player page at its service ("Player URL options" in the document). */
export function playerAddress(baseUrl: string, fileCode: string): string {
  return `${baseUrl}/e/${encodeURIComponent(fileCode)}`;
}
