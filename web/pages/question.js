// Question of the page as the fields of its address: the size of the wall, the sense, and the constraints.

/** @typedef {[name: string, value: string]} Field */
/** @typedef {Record<string, string>} Parts of a value, by their names in lower case */
/**
 * @typedef {object} Statement form of a constraint on a cell
 * @property {string} flag name of its field
 * @property {string} form of the value, such as CELL@TURN
 * @property {string} part of the value with the cell
 * @property {boolean} isList whether the value lists cells
 * @property {boolean} isOnly whether no other statement has the field
 */

/**
 * Query of fields, with readable signs.
 * @param {URLSearchParams} fields
 */
export const writeFields = (fields) => fields.toString().replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":");

/** @param {string} text numbers with spaces between them */
const numbersOf = (text) => text.split(/\s+/).filter(Boolean);

/**
 * List with a cell put into it, or taken out.
 * @param {string[]} cells
 * @param {string} number
 */
const toggle = (cells, number) => {
  const rest = cells.filter((cell) => cell !== number);
  return (rest.length < cells.length ? rest : [...cells, number].sort((first, second) => Number(first) - Number(second))).join(" ");
};

/**
 * Value of a form with parts.
 * @param {string} form
 * @param {Parts} parts
 */
const valueOf = (form, parts) => form.replace(/[A-Z]+/g, (name) => parts[name.toLowerCase()]);

/**
 * Parts of a value, if it has the form.
 * @param {string} form
 * @param {string} value
 * @returns {Parts | null}
 */
const partsOf = (form, value) => {
  const match = value.match(new RegExp(`^${form.replace(/[A-Z]+/g, "(.+)")}$`));
  return match && Object.fromEntries((form.match(/[A-Z]+/g) ?? []).map((name, index) => [name.toLowerCase(), match[index + 1]]));
};

/**
 * Parts of a field, if it is the constraint of a statement on a cell.
 * @param {Statement} statement
 * @param {Field} field
 * @param {string} number
 */
const partsAbout = ({ flag, form, part }, [name, value], number) => {
  const parts = name === flag ? partsOf(form, value) : null;
  return parts && numbersOf(parts[part]).includes(number) ? parts : null;
};

/**
 * Field without a cell; a list keeps its other cells.
 * @param {Statement} statement
 * @param {Field} field
 * @param {string} number
 * @returns {Field[]}
 */
const withoutCell = (statement, field, number) => {
  const parts = partsAbout(statement, field, number);
  if (!parts) return [field];
  const { form, part, isList } = statement;
  const rest = isList ? toggle(numbersOf(parts[part]), number) : "";
  return rest === "" ? [] : [[field[0], valueOf(form, { ...parts, [part]: rest })]];
};

/** @param {string} query */
export const questionOf = (query) => {
  let fields = new URLSearchParams(query);

  /** @param {(name: string, value: string) => boolean} test of the fields to keep */
  const keep = (test) => { fields = new URLSearchParams([...fields].filter(([name, value]) => test(name, value))); };

  /** @type {(name: string, value: string) => void} */
  const add = (name, value) => {
    if (!fields.getAll(name).includes(value)) fields.append(name, value);
  };

  /** @type {(name: string, values: string[]) => void} */
  const put = (name, values) => {
    keep((field) => field !== name);
    for (const value of values) if (value !== "") fields.append(name, value);
  };

  const initial = () => numbersOf(fields.get("initial") ?? "");

  return {
    keep,
    add,
    put,
    query: () => writeFields(fields),
    fields: () => [...fields],
    /** @param {string} name */
    get: (name) => fields.get(name),
    /** @param {string} name */
    all: (name) => fields.getAll(name),
    isMin: () => fields.get("sense") === "min",
    /** @param {URLSearchParams} next */
    replace(next) {
      fields = next;
    },
    /** @type {(statement: Statement, number: string) => boolean} */
    isStated: (statement, number) => [...fields].some((field) => partsAbout(statement, field, number) !== null),
    /** @param {string} number */
    isInitial: (number) => initial().includes(number),
    /** @param {string} number */
    toggleInitial(number) {
      put("initial", [toggle(initial(), number)]);
    },
    /**
     * States a constraint on a cell with numbers. A list takes the cell in, or drops it.
     * @param {Statement} statement
     * @param {string} number
     * @param {Parts} numbers
     */
    declare({ flag, form, part, isList, isOnly }, number, numbers) {
      if (!isList) {
        // A cell has one constraint of such a statement.
        if (isOnly) keep((name, value) => name !== flag || partsOf(form, value)?.[part] !== number);
        add(flag, valueOf(form, { ...numbers, [part]: number }));
        return;
      }
      /** @param {Field} field */
      const isSame = ([name, value]) => {
        const parts = name === flag ? partsOf(form, value) : null;
        return parts !== null && Object.entries(numbers).every(([key, text]) => parts[key] === text);
      };
      const rest = [...fields];
      const index = rest.findIndex(isSame);
      const cells = index < 0 ? [] : numbersOf(partsOf(form, rest[index][1])?.[part] ?? "");
      const next = toggle(cells, number);
      /** @type {Field[]} */
      const fieldsOfList = next === "" ? [] : [[flag, valueOf(form, { ...numbers, [part]: next })]];
      rest.splice(index < 0 ? rest.length : index, index < 0 ? 0 : 1, ...fieldsOfList);
      fields = new URLSearchParams(rest);
    },
    /**
     * Removes the constraints of statements on a cell.
     * @param {Statement[]} statements
     * @param {string} number
     */
    clear(statements, number) {
      for (const statement of statements) fields = new URLSearchParams([...fields].flatMap((field) => withoutCell(statement, field, number)));
      if (initial().includes(number)) this.toggleInitial(number);
    },
  };
};

/** @typedef {ReturnType<typeof questionOf>} Question */
