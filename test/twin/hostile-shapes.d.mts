/** Pages that are expensive to convert for their size: a name, and a function that makes a page of about `size` characters. */
export const shapes: readonly (readonly [name: string, page: (size: number) => string])[];
