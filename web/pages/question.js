// The question of the page as the fields of its address: the size of the wall, the sense, and what is said of cells.

/** @typedef {[name: string, value: string]} Field */
/** @typedef {Record<string, string>} Parts the parts of a value, by their names in lower case */
/**
 * @typedef {object} Statement what can be said of a cell
 * @property {string} flag name of its field
 * @property {string} form how its value is written, such as CELL@TURN
 * @property {string} part of the value that is the cell
 * @property {boolean} isList whether the value lists cells
 * @property {boolean} isOnly whether no other statement has the field
 */

/**
 * Fields as an address has them, without signs for what people can read.
 * @param {URLSearchParams} fields
 */
export const writeFields = (fields) => fields.toString().replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":");

/** @param {string} text numbers with spaces between them */
const listed = (text) => text.split(/\s+/).filter(Boolean);

/**
 * A list with a cell put into it, or taken out.
 * @param {string[]} cells
 * @param {string} number
 */
const toggled = (cells, number) => {
  const rest = cells.filter((one) => one !== number);
  return (rest.length < cells.length ? rest : [...cells, number].sort((one, other) => Number(one) - Number(other))).join(" ");
};

/**
 * The value of a form with these parts.
 * @param {string} form
 * @param {Parts} parts
 */
const valueOf = (form, parts) => form.replace(/[A-Z]+/g, (name) => parts[name.toLowerCase()]);

/**
 * The parts of a value, if it has the form.
 * @param {string} form
 * @param {string} value
 * @returns {Parts | null}
 */
const partsOf = (form, value) => {
  const found = value.match(new RegExp(`^${form.replace(/[A-Z]+/g, "(.+)")}$`));
  return found && Object.fromEntries((form.match(/[A-Z]+/g) ?? []).map((name, index) => [name.toLowerCase(), found[index + 1]]));
};

/**
 * The parts of a field that says of a cell what a statement says, if it does.
 * @param {Statement} statement
 * @param {Field} field
 * @param {string} number
 */
const about = ({ flag, form, part }, [name, value], number) => {
  const parts = name === flag ? partsOf(form, value) : null;
  return parts && listed(parts[part]).includes(number) ? parts : null;
};

/**
 * The field without a cell: of a list the rest stays.
 * @param {Statement} statement
 * @param {Field} field
 * @param {string} number
 * @returns {Field[]}
 */
const without = (statement, field, number) => {
  const parts = about(statement, field, number);
  if (!parts) return [field];
  const { form, part, isList } = statement;
  const rest = isList ? toggled(listed(parts[part]), number) : "";
  return rest === "" ? [] : [[field[0], valueOf(form, { ...parts, [part]: rest })]];
};

/** @param {string} query */
export const questionOf = (query) => {
  let fields = new URLSearchParams(query);

  /** @param {(name: string, value: string) => boolean} test of the fields that stay */
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

  const initial = () => listed(fields.get("initial") ?? "");

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
    isSaid: (statement, number) => [...fields].some((field) => about(statement, field, number) !== null),
    /** @param {string} number */
    isInitial: (number) => initial().includes(number),
    /** @param {string} number */
    toggleInitial(number) {
      put("initial", [toggled(initial(), number)]);
    },
    /**
     * Says of a cell what a statement says with these numbers. A list takes the cell in, or lets it go.
     * @param {Statement} statement
     * @param {string} number
     * @param {Parts} numbers
     */
    declare({ flag, form, part, isList, isOnly }, number, numbers) {
      if (!isList) {
        // What is said of one cell alone is said once of it.
        if (isOnly) keep((name, value) => name !== flag || partsOf(form, value)?.[part] !== number);
        add(flag, valueOf(form, { ...numbers, [part]: number }));
        return;
      }
      /** @param {Field} field */
      const isSame = ([name, value]) => {
        const parts = name === flag ? partsOf(form, value) : null;
        return parts !== null && Object.entries(numbers).every(([own, one]) => parts[own] === one);
      };
      const rest = [...fields];
      const at = rest.findIndex(isSame);
      const cells = at < 0 ? [] : listed(partsOf(form, rest[at][1])?.[part] ?? "");
      const next = toggled(cells, number);
      /** @type {Field[]} */
      const said = next === "" ? [] : [[flag, valueOf(form, { ...numbers, [part]: next })]];
      rest.splice(at < 0 ? rest.length : at, at < 0 ? 0 : 1, ...said);
      fields = new URLSearchParams(rest);
    },
    /**
     * Takes back what these statements say of a cell.
     * @param {Statement[]} statements
     * @param {string} number
     */
    clear(statements, number) {
      for (const one of statements) fields = new URLSearchParams([...fields].flatMap((field) => without(one, field, number)));
      if (initial().includes(number)) this.toggleInitial(number);
    },
  };
};

/** @typedef {ReturnType<typeof questionOf>} Question */
