// Elements of a page: how they are found, and how they are made.

/** @type {any} The kind of an element where no other is asked for. */
const HTML = HTMLElement;

/**
 * The element with an id. A page without it is not as its script needs it.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const byId = (id, kind = HTML) => {
  /** @type {Element | null} */
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`The page has no #${id} of this kind.`);
};

/**
 * All elements in `host` that a selector names.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export const allIn = (host, selector, kind = HTML) => [...host.querySelectorAll(selector)].flatMap((one) => (one instanceof kind ? [one] : []));

/**
 * The first element in `host` that a selector names, if there is one.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T | undefined}
 */
export const firstIn = (host, selector, kind) => allIn(host, selector, kind)[0];

/**
 * The one element in `host` that a selector names, which is there.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const oneIn = (host, selector, kind) => {
  const found = firstIn(host, selector, kind);
  if (found) return found;
  throw new TypeError(`The page has no ${selector} of this kind.`);
};

/**
 * The element around the target of an event, or the target itself, that a selector names.
 * @template {Element} [T=HTMLElement]
 * @param {EventTarget | null} target
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T | undefined}
 */
export const around = (target, selector, kind = HTML) => {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof kind ? found : undefined;
};

/**
 * An element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | null>} attributes
 * @param {...(Node | string | number)} children
 */
export const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(attribute, value === true ? "" : String(value));
  }
  made.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return made;
};

/**
 * A shape of a drawing, with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export const shape = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...children);
  return made;
};
