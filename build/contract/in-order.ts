/** For `JSON.stringify`, which knows no sets: a set as a sorted list. */
export const inOrder = (_: string, value: unknown): unknown => (value instanceof Set ? [...value].sort() : value);
