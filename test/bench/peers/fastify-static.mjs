import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
const [dir, port] = process.argv.slice(2);
const app = fastify();
app.register(fastifyStatic, { root: resolve(dir), extensions: ['html'], preCompressed: true });
app.listen({ port: Number(port), host: '127.0.0.1' });
