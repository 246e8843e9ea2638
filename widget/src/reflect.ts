/** The element's properties, which reflect its attributes. */

/** Empty without the attribute. `null` and `undefined` remove it. */
export interface StringProperties {
  baseUrl: string;
  fileCode: string;
  poster: string;
  srcset: string;
  sizes: string;
  subtitleFile: string;
  subtitleLabel: string;
  subtitlesJson: string;
  playLabel: string;
  openLabel: string;
  start: string;
  group: string;
  connect: string;
  width: string;
  height: string;
  loading: string;
  allow: string;
  sandbox: string;
  referrerPolicy: string;
}

/** True if the attribute is set. */
export interface BooleanProperties {
  allowHttp: boolean;
  credentialless: boolean;
}

/** 1: boolean. 0: string. */
const properties = {
  baseUrl: 0,
  fileCode: 0,
  poster: 0,
  srcset: 0,
  sizes: 0,
  subtitleFile: 0,
  subtitleLabel: 0,
  subtitlesJson: 0,
  playLabel: 0,
  openLabel: 0,
  start: 0,
  group: 0,
  connect: 0,
  width: 0,
  height: 0,
  loading: 0,
  allow: 0,
  sandbox: 0,
  referrerPolicy: 0,
  allowHttp: 1,
  credentialless: 1,
} satisfies Record<keyof StringProperties, 0> & Record<keyof BooleanProperties, 1>;

/** `subtitleFile` → `subtitle-file`. `referrerPolicy` is one word, as in HTML. */
const toAttribute = (property: string): string =>
  property.replace(/[A-Z]/g, '-$&').toLowerCase().replace('r-p', 'rp');

/** Except `title`, which every element has. */
export const attributeNames = /* @__PURE__ */ Object.keys(properties).map(toAttribute);

export function reflect(prototype: object): void {
  for (const [property, isBoolean] of Object.entries(properties)) {
    const name = toAttribute(property);
    Object.defineProperty(prototype, property, {
      get(this: Element) {
        return isBoolean ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: Element, value: unknown) {
        if (isBoolean ? value : value != null) this.setAttribute(name, isBoolean ? '' : (value as string));
        else this.removeAttribute(name);
      },
    });
  }
}

/** Properties that were set before the element was upgraded would shadow the prototype's accessors. */
export function upgradeProperties(own: Record<string, unknown>): void {
  for (const [property, value] of Object.entries(own)) {
    delete own[property];
    own[property] = value;
  }
}
