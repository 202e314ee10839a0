import { expect, it } from 'vitest';
import diptych from '../../build/plugin.ts';

const line =
  'the plugin needs Eleventy 3.1 or newer, and this one is older; update it, or remove addPlugin(diptych) and after each build run: npx diptych twin _site --url https://example.com';

it('Eleventy 2 gets instructions that work there', () => {
  const eleventy = {
    versionCheck(range: string) {
      throw new Error(`We found Eleventy version '2.0.1' which does not meet the required version range: '${range}'`);
    },
  };
  const add = () => diptych(eleventy as unknown as Parameters<typeof diptych>[0]);
  expect(add).toThrow(line);
  // Eleventy prints the stack below it.
  expect(add).toThrow(expect.objectContaining({ stack: '' }));
});
