export type { Middleware } from './app.ts';
export type { Exchange, Observer } from './exchange.ts';
export type { Log } from './log.ts';
export type { ProxyOptions } from './options.ts';
export { createProxy, type DiptychProxy } from './proxy.ts';
export { createProxyServer, type ProxyServer } from './proxy-server.ts';
export type { Quota, QuotaPolicy, RateLimiter } from './quota.ts';
export type { Deprecation } from './site.ts';
export { StartError } from './start-error.ts';
