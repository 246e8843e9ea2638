declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): unknown;
    getReorderedString(text: string, levels: unknown): string;
  }
  export default function createBidi(): Bidi;
}
