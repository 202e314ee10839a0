/** Values from the site's own style sheet for drawings, in its light theme. */
export interface SiteStyle {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly accent: string;
  /** Paths of the fonts of headings and of text; undefined if they are not the site's own. */
  readonly head: string | undefined;
  readonly text: string | undefined;
}

/**
 * Reads the variables of the starter's style.css, and the files of its fonts.
 *
 * @param palette whose colours override those of the root, if the style sheet has it
 */
export function readSiteStyle(css: string, palette = ''): SiteStyle {
  const own = new RegExp(`\\[data-palette=["']${palette}["']\\]\\s*\\{([^}]*)`).exec(css)?.[1] ?? '';
  const variable = (name: string): string => new RegExp(`--${name}:([^;]+);`).exec(own + css)?.[1] ?? '';
  const color = (name: string, otherwise: string): string => /#[\da-f]{3,8}\b/i.exec(variable(name))?.[0] ?? otherwise;
  const faces = new Map(
    [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, rule = '']) => [
      unquoted(/font-family:([^;]+);/.exec(rule)?.[1] ?? ''),
      /url\(\s*["']?([^"')]+)/.exec(rule)?.[1] ?? '',
    ]),
  );
  const fontOf = (name: string): string | undefined => {
    const source = faces.get(unquoted(variable(name).split(',')[0]!));
    return source && new URL(source, 'http://site/style.css').pathname;
  };
  return {
    paper: color('paper', '#ffffff'),
    ink: color('ink', '#1a1a1a'),
    soft: color('soft', '#555555'),
    accent: color('accent', '#555555'),
    head: fontOf('head'),
    text: fontOf('text'),
  };
}

const unquoted = (name: string): string => name.trim().replace(/^["']|["']$/g, '');
