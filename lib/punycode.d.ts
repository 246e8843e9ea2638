declare module 'punycode/punycode.es6.js' {
  /** RFC 3492. @throws {RangeError} for what is no code */
  export function decode(label: string): string;
}
