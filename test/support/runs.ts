/** How often a property is tried: some runs in `npm test`, all in `npm run fuzz`. */
export const runs = (some: number, all: number): number => (process.env.ALL_RUNS ? all : some);
