// A step of `npm run compile`: writes edge-bundle.js into the folder of the compiled code, one script that imports nothing and
// declares `diptych` with what `diptych/edge` exports, for hosts that take a function as one file: node .ci/edge-bundle.mjs [lib]
import { join } from 'node:path';
import { build } from 'rolldown';

const [lib = 'lib'] = process.argv.slice(2);
/** What only openapi.json says of a surface. */
const prose = /\b(?:summary|description|tag):\s+'[^'\\]*',?\s*/g;

await build({
  input: join(lib, 'proxy/edge/handler.js'),
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  plugins: [{ name: 'without-prose', transform: (code) => code.replace(prose, '') }],
  logLevel: 'warn',
  output: { file: join(lib, 'edge-bundle.js'), format: 'iife', name: 'diptych', minify: true },
});
