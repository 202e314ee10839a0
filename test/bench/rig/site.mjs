// The site that the servers under test serve.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Writes a site in the form of a build: `count` pages of 8 KB, twins of 5 KB, both compressed with brotli and gzip, and a manifest.
 *
 * @returns bytes of all files (`all`) and of the uncompressed ones (`plain`)
 */
export function writeSite(dir, count) {
  rmSync(dir, { recursive: true, force: true });
  const manifest = {};
  const bytes = { all: 0, plain: 0 };
  const put = (file, content) => {
    mkdirSync(dirname(`${dir}/${file}`), { recursive: true });
    writeFileSync(`${dir}/${file}`, content);
    manifest[file] = { size: content.length, hash: createHash('sha256').update(content).digest('base64url') };
    bytes.all += content.length;
  };
  const text = (file, content) => {
    const buffer = Buffer.from(content);
    put(file, buffer);
    bytes.plain += buffer.length;
    if (buffer.length < 1024) return;
    put(`${file}.br`, brotliCompressSync(buffer, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    put(`${file}.gz`, gzipSync(buffer));
  };
  for (let i = 1; i <= count; i++) {
    const words = prose(i, 7900);
    text(
      `page-${i}.html`,
      `<!doctype html><html lang="en"><head><title>Page ${i}</title></head><body><h1>Page ${i}</h1><p>${words}</p></body></html>\n`.padEnd(
        8192,
      ),
    );
    text(`page-${i}.md`, `# Page ${i}\n\n${words.slice(0, 5000)}\n`);
  }
  text('index.html', '<!doctype html><h1>Home</h1>');
  text('index.md', '# Home\n');
  text('developers.html', '<!doctype html><h1>Developers</h1>');
  text('llms.txt', '# Bench\n');
  text('sitemap.md', '# Sitemap\n');
  text('404.html', '<!doctype html><h1>Not here</h1>');
  text('.well-known/api-catalog', '{"linkset":[]}');
  text('.well-known/openapi.json', JSON.stringify({ info: { title: 'Bench' }, servers: [{ url: 'http://localhost:8080' }] }));
  // One file per line, as the build writes it: the proxy reads the manifest in pieces.
  const rows = Object.entries(manifest).map(([file, facts]) => `${JSON.stringify(file)}:${JSON.stringify(facts)}`);
  writeFileSync(`${dir}/.well-known/diptych.json`, `{"version":1,"build":"bench","files":{\n${rows.join(',\n')}\n}}\n`);
  return bytes;
}

/** Text that compresses like prose, the same for each seed. */
function prose(seed, length) {
  const words = 'people and agents read one site in two panels with the same words at the same address every page twice'.split(
    ' ',
  );
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    text += `${words[state % words.length]}${state % 7 === 0 ? (state % 1000).toString(36) : ''} `;
  }
  return text.slice(0, length);
}
