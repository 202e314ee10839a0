// The first command of the README: `npm start` must serve Markdown at the URL in the README.
import { spawn } from 'node:child_process';

const site = 'http://localhost:8080';
const child = spawn('npm', ['start'], { stdio: 'inherit', detached: true });
let ended = false;
child.on('exit', () => {
  ended = true;
});

async function servesMarkdown() {
  for (let attempt = 0; attempt < 120 && !ended; attempt++) {
    const response = await fetch(`${site}/`, { headers: { Accept: 'text/markdown' } }).catch(() => undefined);
    if (response?.ok) return (await response.text()).includes(`\ncanonical_url: ${site}/\n`);
    await new Promise((done) => setTimeout(done, 500));
  }
  return false;
}

const ok = await servesMarkdown();
if (!ended) process.kill(-child.pid, 'SIGTERM');
console.log(ok ? `npm start serves ${site}` : `npm start does not serve ${site}`);
process.exitCode = ok ? 0 : 1;
