// Loaded into a command before its own code: leaves what the process has used where USAGE says.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

function report() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.USAGE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024 }));
}

// Threads load this too, and all of them are the process.
if (isMainThread) process.on('exit', report);
