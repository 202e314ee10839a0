export type { Deprecation } from '#contract/deprecation';
export { UserError } from '#contract/std/errors';
export type { Exchange, Observer } from './exchange.ts';
export type { Quota, QuotaPolicy, RateLimiter } from './http/quota.ts';
export { createProxy, type DiptychProxy, type Middleware } from './node/middleware.ts';
export { createProxyServer, type HostApp, type ProxyServer } from './node/proxy-server.ts';
export type { Log } from './observe/log.ts';
export type { ProxyOptions } from './settings.ts';
