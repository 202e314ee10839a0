import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsSchema } from '../../build/settings.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const css = readFileSync('site/_public/style.css', 'utf8');
const palettes = settingsSchema.shape.palette.unwrap().options;

/** The values of a variable in a palette: light, dark. */
function colour(palette: string, name: string): readonly [light: string, dark: string] {
  const own = new RegExp(`data-palette="${palette}"\\] \\{([^}]*)`).exec(css)?.[1] ?? '';
  expect(palette === 'brass' || own !== '').toBe(true);
  const value = new RegExp(`--${name}: ([^;]+);`).exec(own + css)![1]!;
  const [light, dark = light] = value.match(/#[\da-f]{6}/g)!;
  return [light!, dark!];
}

/** Colours of code on the shade: light, dark. */
const ofCode = [...css.matchAll(/\.tk-\w[^{]*\{[^}]*?color: light-dark\((#\w{6}), (#\w{6})\)/g)].map(
  ([, light, dark]) => [light!, dark!] as const,
);

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (hex: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

it('black on white is 21:1, and #767676 is just sufficient', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it.each(palettes.flatMap((palette) => [[palette, 'light', 0] as const, [palette, 'dark', 1] as const]))(
  '%s, %s: text has a contrast of 4.5:1 on paper and shade, graphics 3:1 (WCAG 1.4.3, 1.4.11)',
  (palette, _, theme) => {
    const of = (name: string): string => colour(palette, name)[theme];
    const low: string[] = [];
    const check = (name: string, text: string, on: string, least: number): void => {
      const ratio = contrast(text, of(on));
      if (ratio < least) low.push(`${name} on ${on}: ${ratio.toFixed(2)}`);
    };
    for (const on of ['paper', 'shade']) {
      for (const name of ['ink', 'soft', 'accent', 'alarm']) check(name, of(name), on, 4.5);
      check('brass', of('brass'), on, 3);
    }
    check('the mark of a draft', /\.draft \{[^}]*?color: (#\w{6})/.exec(css)![1]!, 'brass', 4.5);
    expect(ofCode.length).toBeGreaterThan(4);
    for (const pair of ofCode) check(`code ${pair[theme]}`, pair[theme], 'shade', 4.5);
    check('alarm', of('alarm'), 'alarm-shade', 4.5);
    for (const name of ['moon', 'moon-soft', 'night-link']) check(name, of(name), 'night', 4.5);
    expect(low).toEqual([]);
  },
);

it('one setting selects it', async () => {
  const folder = temporaryFolder();
  await runWarm(['init', '.'], { cwd: folder });
  const file = join(folder, 'site/_data/site.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  const build = async (palette: string) => {
    writeFiles(folder, { 'site/_data/site.json': JSON.stringify({ ...settings, search: false, palette }) });
    const { code, stderr } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
    return { code, stderr, html: /<html[^>]*>/.exec(readTree(join(folder, 'dist'))['index.html'] ?? '')?.[0] };
  };
  expect(await build('sea')).toEqual({ code: 0, stderr: '', html: '<html lang="en" data-palette="sea">' });
  expect(await build('pink')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/site\.json:1: palette: expected "brass" or "sea" or "leaf" or "plum", got "pink"/),
  });
});
