// Virtual DOM: a component describes its elements anew each time, and only the differences are changed on the page.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes of an element; `key` is the name among siblings */
/** @typedef {{ tag: string, attributes: Attributes, children: VirtualNode[] }} VirtualElement */
/** @typedef {VirtualElement | string} VirtualNode */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = ["svg", "use"];

/**
 * Virtual element. Children that are false or null are left out.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...(VirtualNode | VirtualNode[] | false | null)} children
 * @returns {VirtualElement}
 */
export const h = (tag, attributes, ...children) => ({ tag, attributes, children: children.flat().filter((child) => child !== false && child !== null) });

/**
 * Name of a node among its siblings: the key, or the index.
 * @param {VirtualNode} node
 * @param {number} index
 */
const nameOf = (node, index) => (typeof node === "string" ? `text ${index}` : `${node.tag} ${node.attributes.key ?? index}`);

/**
 * @param {Element} element
 * @param {Attributes} before
 * @param {Attributes} after
 */
const patchAttributes = (element, before, after) => {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = after[name] ?? false;
    if (name === "key" || value === (before[name] ?? false)) continue;
    if (value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
};

/**
 * @param {VirtualNode} node
 * @returns {Node}
 */
const create = (node) => {
  if (typeof node === "string") return document.createTextNode(node);
  const { tag, attributes, children } = node;
  const element = SVG_TAGS.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  patchAttributes(element, {}, attributes);
  element.append(...children.map(create));
  return element;
};

/**
 * Changes a node of the page from a description to another one.
 * @param {ChildNode} node
 * @param {VirtualNode} before
 * @param {VirtualNode} after
 */
const patchNode = (node, before, after) => {
  if (typeof after === "string") {
    if (before !== after) node.textContent = after;
  } else if (node instanceof Element && typeof before !== "string") {
    patchAttributes(node, before.attributes, after.attributes);
    patch(node, before.children, after.children);
  }
};

/**
 * Changes the children of an element from descriptions to other ones. Siblings that stay are not taken out of
 * the page, so that they keep the focus.
 * @param {Element} host
 * @param {VirtualNode[]} before
 * @param {VirtualNode[]} after
 */
export const patch = (host, before, after) => {
  const nodes = [...host.childNodes];
  const names = new Set(after.map(nameOf));
  /** @type {Map<string, [ChildNode, VirtualNode]>} */
  const survivors = new Map();
  before.forEach((node, index) => {
    const name = nameOf(node, index);
    if (names.has(name)) survivors.set(name, [nodes[index], node]);
    else nodes[index].remove();
  });
  after.forEach((node, index) => {
    const [survivor, old] = survivors.get(nameOf(node, index)) ?? [];
    const next = host.childNodes[index] ?? null;
    if (survivor && old !== undefined) patchNode(survivor, old, node);
    if (!survivor || survivor !== next) host.insertBefore(survivor ?? create(node), next);
  });
};
