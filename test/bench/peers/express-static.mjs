import express from 'express';

const [dir, port] = process.argv.slice(2);
express()
  .use(express.static(dir, { extensions: ['html'], dotfiles: 'allow' }))
  .listen(port, '127.0.0.1');
