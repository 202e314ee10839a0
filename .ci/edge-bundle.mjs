// A step of `npm run compile`: writes edge-bundle.js into the folder of the compiled code: one script without imports that declares
// `diptych` with the exports of `diptych/edge`, for platforms that accept only one file: node .ci/edge-bundle.mjs [lib]
import { join } from 'node:path';
import { build } from 'rolldown';

const [lib = 'lib'] = process.argv.slice(2);
/** Properties of surfaces that only openapi.json uses. */
const prose = /\b(?:summary|description|tag):\s+'[^'\\]*',?\s*/g;

await build({
  input: join(lib, 'proxy/edge/handler.js'),
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  plugins: [{ name: 'without-prose', transform: (code) => code.replace(prose, '') }],
  logLevel: 'warn',
  output: { file: join(lib, 'edge-bundle.js'), format: 'iife', name: 'diptych', minify: true },
});
