// The proxy as middleware of an Express application: shows the cost of Express.
import express from 'express';
import { createProxy } from '../../../lib/proxy/index.js';
const [dir, port] = process.argv.slice(2);
express().use(createProxy({ dir })).listen(port, '127.0.0.1');
