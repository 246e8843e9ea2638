/** The element's properties: each is its attribute, so that markup, frameworks and scripts say the same thing. */

/** Properties with a text, empty where there is none; `null` and `undefined` take the attribute away. */
export interface Texts {
  baseUrl: string;
  fileCode: string;
  poster: string;
  subtitleFile: string;
  subtitleLabel: string;
  subtitlesJson: string;
  playLabel: string;
  loading: string;
  allow: string;
  sandbox: string;
}

/** Properties that are true where their attribute is there. */
export interface Flags {
  allowHttp: boolean;
  credentialless: boolean;
}

const FLAGS: readonly string[] = ['allowHttp', 'credentialless'] satisfies (keyof Flags)[];
const PROPERTIES: readonly string[] = [
  'baseUrl',
  'fileCode',
  'poster',
  'subtitleFile',
  'subtitleLabel',
  'subtitlesJson',
  'playLabel',
  'loading',
  'allow',
  'sandbox',
  ...FLAGS,
];

/** `subtitleFile` → `subtitle-file`. */
const dashed = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Gives a class of elements the properties. */
export function reflect(prototype: object): void {
  for (const property of PROPERTIES) {
    const name = dashed(property);
    const isFlag = FLAGS.includes(property);
    Object.defineProperty(prototype, property, {
      get(this: Element) {
        return isFlag ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: Element, value: unknown) {
        if (isFlag ? value : value != null) this.setAttribute(name, isFlag ? '' : String(value));
        else this.removeAttribute(name);
      },
      enumerable: true,
    });
  }
}

/** What was set on an element before its class was there hides the properties: sets it again. */
export function takeOver(element: HTMLElement): void {
  for (const property of PROPERTIES) {
    const own = Object.getOwnPropertyDescriptor(element, property);
    if (!own) continue;
    Reflect.deleteProperty(element, property);
    Object.assign(element, { [property]: own.value });
  }
}
