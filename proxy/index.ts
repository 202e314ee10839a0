export type { Deprecation } from '../build/contract/deprecation.ts';
export { UserError } from '../build/contract/std/errors.ts';
export type { Exchange, Observer } from './exchange.ts';
export type { Quota, QuotaPolicy, RateLimiter } from './http/quota.ts';
export { createProxy, type DiptychProxy, type Middleware } from './node/middleware.ts';
export { createProxyServer, type HostApp, type ProxyServer } from './node/proxy-server.ts';
export type { Log } from './observe/log.ts';
export { createPreview, type Preview, type PreviewOptions } from './preview/preview.ts';
export type { ProxyOptions } from './settings.ts';
