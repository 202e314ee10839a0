/** Pages that cost a converter more than their size says: the name of each, and a page of about so many characters. */
export const shapes: readonly (readonly [name: string, page: (size: number) => string])[];
