/** A number with its noun, which gets an s unless the number is 1: `1 page`, `1,200 pages`. */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
