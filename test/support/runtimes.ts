import { resolve } from 'node:path';

/* The packages of deno and bun only link these, by scripts after the installation, which are not run. */

const { platform, arch } = process;

export const denoProgram = resolve(`node_modules/@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`);
export const bunProgram = resolve(`node_modules/@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`);
