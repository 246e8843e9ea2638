export const downloadText = (name: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads the address after the click. Later, the page must not keep the content in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Sorts by date: "linkhaul-queue-2026-11-20.txt". */
export function fileName(what: string, at: number, extension = 'txt'): string {
  return `linkhaul-${what}-${new Date(at).toISOString().slice(0, 10)}.${extension}`;
}

/** Spreadsheets need a byte order mark to read UTF-8. */
export const markUtf8 = (table: string): string => `\ufeff${table}`;
