declare module 'punycode/punycode.es6.js' {
  /**
   * RFC 3492.
   * @throws {RangeError} if the label isn't valid
   */
  export function decode(label: string): string;
}
