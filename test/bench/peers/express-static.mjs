import express from 'express';
const [dir, port] = process.argv.slice(2);
express().use(express.static(dir, { extensions: ['html'] })).listen(port, '127.0.0.1');
