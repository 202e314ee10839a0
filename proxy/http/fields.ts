/** Header fields in the order in which they are sent. */
export type Fields = readonly Field[];
export type Field = readonly [name: string, value: string];
