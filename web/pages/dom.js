// Queries and constructors of elements.

/** @type {any} Default kind of an element. */
const HTML = HTMLElement;

/**
 * The element with an id; an error where the page has no such element.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const byId = (id, kind = HTML) => {
  /** @type {Element | null} */
  const node = document.getElementById(id);
  if (node instanceof kind) return node;
  throw new TypeError(`The page has no #${id} of this kind.`);
};

/**
 * All elements in `host` that match a selector.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T[]}
 */
export const allIn = (host, selector, kind = HTML) => [...host.querySelectorAll(selector)].flatMap((node) => (node instanceof kind ? [node] : []));

/**
 * The first element in `host` that matches a selector, if any.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T | undefined}
 */
export const firstIn = (host, selector, kind) => allIn(host, selector, kind)[0];

/**
 * The first element in `host` that matches a selector; an error where there is none.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} host
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const elementIn = (host, selector, kind) => {
  const node = firstIn(host, selector, kind);
  if (node) return node;
  throw new TypeError(`The page has no ${selector} of this kind.`);
};

/**
 * The closest element around the target of an event, or the target itself, that matches a selector.
 * @template {Element} [T=HTMLElement]
 * @param {EventTarget | null} target
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T | undefined}
 */
export const closestTo = (target, selector, kind = HTML) => {
  const node = target instanceof Element ? target.closest(selector) : null;
  return node instanceof kind ? node : undefined;
};

/**
 * An element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | null>} attributes
 * @param {...(Node | string | number)} children
 */
export const element = (name, attributes, ...children) => {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(attribute, value === true ? "" : String(value));
  }
  node.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return node;
};

/**
 * A shape of a drawing, with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export const shape = (name, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, String(value));
  node.append(...children);
  return node;
};
