import { expect, it } from 'vitest';
import { deferRejections } from '../../build/eleventy/eleventy.ts';

const failure = new Error('unhandled');
/** Creates a rejected promise that nothing awaits. */
const abandon = (): void => void Promise.reject(failure);

it.each<[string, () => Promise<unknown>, unknown]>([
  ['an unhandled rejection is thrown after the work', async () => abandon(), failure],
  [
    'work that fails throws its own error',
    async () => {
      abandon();
      throw new Error('the work');
    },
    new Error('the work'),
  ],
])('%s, and later ones are heard again', async (_, work, error) => {
  const heard = process.listeners('unhandledRejection');
  await expect(deferRejections(work)).rejects.toThrow(error as Error);
  expect(process.listeners('unhandledRejection')).toEqual(heard);
});

it('a rejection that is handled before the work ends is no failure', async () => {
  const work = async (): Promise<string> => {
    const late = Promise.reject(failure);
    await new Promise((next) => setTimeout(next, 20));
    await late.catch(() => {});
    return 'done';
  };
  expect(await deferRejections(work)).toBe('done');
});
