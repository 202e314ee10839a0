/*
 * The small wrong changes that `npm run mutants` makes: one operator, constant, condition, method or returned value each. Types,
 * imports, strings and what is thrown stay as they are.
 */
import { parseAst } from 'rolldown/parseAst';

const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

const methods = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
};

/** Nodes with nothing to change inside: types have no effect, and the wording of errors is not tested. */
const skipped = /^(?:TSType|TSInterface|Import|Export(?:All)|ThrowStatement)/;
/** Expressions that TypeScript wraps. */
const isText = ({ type, value }) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/**
 * All changes of a source.
 *
 * @param {string} text TypeScript
 * @returns {{ start: number, end: number, to: string }[]} each replaces the characters from `start` to `end` with `to`
 */
export function changesOf(text) {
  const changes = [];
  const replace = ({ start, end }, to) => changes.push({ start, end, to });
  const negate = (node) => replace(node, `!(${text.slice(node.start, node.end)})`);
  const change = {
    BinaryExpression: (node) => operators[node.operator] && !isText(node.left) && !isText(node.right) && replaceOperator(node),
    LogicalExpression: (node) => replaceOperator(node),
    UnaryExpression: (node) => node.operator === '!' && replace(node, text.slice(node.argument.start, node.argument.end)),
    Literal: (node) => {
      if (typeof node.value === 'number') replace(node, String(node.value + 1));
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
    },
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    ReturnStatement: ({ argument }) => argument && argument.name !== 'undefined' && replace(argument, 'undefined'),
    CallExpression: ({ callee: { property } }) => property && methods[property.name] && replace(property, methods[property.name]),
  };
  const replaceOperator = ({ left, operator, right }) => {
    const start = text.indexOf(operator, left.end);
    if (start < right.start) replace({ start, end: start + operator.length }, operators[operator]);
  };
  const walk = (node) => {
    if (skipped.test(node.type)) return;
    change[node.type]?.(node);
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') walk(child);
  };
  walk(parseAst(text, { lang: 'ts' }));
  return changes;
}
