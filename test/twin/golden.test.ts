import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parityOf } from '../../build/twin/parity.ts';
import { context, converted, resolved } from './seed.ts';

/** `UPDATE_GOLDEN=1 npx vitest run test/twin/golden.test.ts` writes the expected files again; review the diff. */
const update = process.env.UPDATE_GOLDEN === '1';

for (const folder of ['rules', 'pages']) {
  const path = `${import.meta.dirname}/fixtures/${folder}`;
  const names = readdirSync(path).filter((name) => name.endsWith('.html'));

  describe(folder, () => {
    it('has a page for each golden file', () => {
      const goldens = readdirSync(path).filter((name) => name.endsWith('.md'));
      expect(goldens.filter((name) => !names.includes(name.replace(/\.md$/, '.html')))).toEqual([]);
      expect(names.length).toBeGreaterThan(9);
    });

    it.each(names)('%s', (name) => {
      const html = readFileSync(`${path}/${name}`, 'utf8');
      const { reading, twin } = converted(folder === 'rules' ? `<main>${html}</main>` : html);
      const golden = `${path}/${name.replace(/\.html$/, '.md')}`;
      const written = `${resolved(twin)}\n`;
      if (update) writeFileSync(golden, written);
      expect(existsSync(golden), `${golden} is missing`).toBe(true);
      expect(written).toBe(readFileSync(golden, 'utf8'));
      // The expected twin has the content of the page, and nothing else.
      expect(parityOf(reading, written, context)).toEqual({ ratio: 1 });
    });
  });
}
