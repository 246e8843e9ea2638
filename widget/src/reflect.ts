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

const TEXTS: readonly (keyof Texts)[] = [
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
];
const FLAGS: readonly (keyof Flags)[] = ['allowHttp', 'credentialless'];

/** `subtitleFile` → `subtitle-file`. */
const dashed = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Gives a class of elements the properties. */
export function reflect(prototype: object): void {
  for (const property of TEXTS) {
    const name = dashed(property);
    accessor(prototype, property, {
      get(this: Element) {
        return this.getAttribute(name) ?? '';
      },
      set(this: Element, value: unknown) {
        if (value == null) this.removeAttribute(name);
        else this.setAttribute(name, String(value));
      },
    });
  }
  for (const property of FLAGS) {
    const name = dashed(property);
    accessor(prototype, property, {
      get(this: Element) {
        return this.hasAttribute(name);
      },
      set(this: Element, value: unknown) {
        this.toggleAttribute(name, Boolean(value));
      },
    });
  }
}

/** What was set on an element before its class was there hides the properties: sets it again. */
export function takeOver(element: HTMLElement): void {
  for (const property of [...TEXTS, ...FLAGS]) {
    if (!Object.hasOwn(element, property)) continue;
    const value: unknown = Reflect.get(element, property);
    Reflect.deleteProperty(element, property);
    Reflect.set(element, property, value);
  }
}

function accessor(prototype: object, property: string, pair: PropertyDescriptor): void {
  Object.defineProperty(prototype, property, { ...pair, enumerable: true, configurable: true });
}
