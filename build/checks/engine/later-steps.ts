import { jsonOf, objectOf } from '../../contract/site-facts.ts';

/**
 * The files of an output folder that scripts of a `package.json` name: a step after the build writes them, such as
 * `tailwindcss -o _site/tailwind.css`.
 *
 * @param manifest text of the `package.json`; undefined without one
 * @param folder relative to the folder of the `package.json`
 * @returns paths relative to the output folder
 * @example filesOfScripts('{"scripts": {"css": "tailwindcss -o dist/site.css"}}', 'dist') // ['site.css']
 */
export function filesOfScripts(manifest: string | undefined, folder: string): string[] {
  const place = `${folder.replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const words = Object.values(objectOf(jsonOf(manifest).scripts)).flatMap((script) => String(script).split(/[\s"'=;&|<>()]+/));
  return words
    .map((word) => word.replace(/^\.\//, ''))
    .flatMap((word) => (word.startsWith(place) && /\.\w+$/.test(word) ? [word.slice(place.length)] : []));
}
