export type { Deprecation } from '../build/contract/deprecation.ts';
export type { Middleware } from './app.ts';
export type { Exchange, Observer } from './exchange.ts';
export type { Quota, QuotaPolicy, RateLimiter } from './http/quota.ts';
export { createProxyServer, type ProxyServer } from './node/proxy-server.ts';
export type { Log } from './observe/log.ts';
export type { ProxyOptions } from './options.ts';
export { createProxy, type DiptychProxy } from './proxy.ts';
export { StartError } from './start-error.ts';
