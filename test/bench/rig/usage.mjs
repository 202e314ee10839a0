// Preloaded into a command (`--import`): at its exit, writes CPU time, memory and the bytes that it hashed to the file $USAGE.
import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

let hashed = 0;
const { hash, Hash } = crypto;
const { update } = Hash.prototype;
Hash.prototype.update = function (data, encoding) {
  hashed += Buffer.byteLength(data, encoding);
  return update.call(this, data, encoding);
};
crypto.hash = (algorithm, data, ...rest) => {
  hashed += Buffer.byteLength(data);
  return hash(algorithm, data, ...rest);
};
syncBuiltinESMExports();

function report() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpu: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024, hashed };
  writeFileSync(process.env.USAGE, JSON.stringify(used));
}

// Worker threads load this file, too. `resourceUsage` covers them; the bytes that they hash are not counted.
if (isMainThread) process.on('exit', report);
