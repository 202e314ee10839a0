import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCaches } from './fixtures/behind-a-cache.ts';
import { startNginx, startServer } from './fixtures/real-server.ts';

const nginx = (directives: string) => (port: number) =>
  startNginx(
    `location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_cache z; proxy_cache_key $uri; proxy_cache_revalidate on; add_header X-Cache $upstream_cache_status always; ${directives} }`,
    (work) => `proxy_cache_path ${work}/cache keys_zone=z:1m;`,
  );
const varnish = (received: string) => (port: number) =>
  startServer((own, work) => {
    writeFileSync(
      join(work, 'cache.vcl'),
      `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${port}"; }
       sub vcl_backend_response { ${received} }
       sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; } }`,
    );
    return [
      'varnishd',
      '-F',
      '-a',
      `127.0.0.1:${own}`,
      '-f',
      join(work, 'cache.vcl'),
      '-n',
      join(work, 'varnish'),
      '-s',
      'malloc,16m',
      '-j',
      'none',
    ];
  });

describeCaches([
  ['nginx proxy_cache', nginx(''), { honoursVary: true, keepsTwins: 'x-cache' }],
  ['nginx proxy_cache that ignores Vary', nginx('proxy_ignore_headers Vary;'), { honoursVary: false, keepsTwins: 'x-cache' }],
  [
    'nginx proxy_cache that ignores Vary and serves while it asks',
    nginx(
      'proxy_ignore_headers Vary; proxy_cache_use_stale error timeout updating http_500 http_502 http_503; proxy_cache_background_update on; proxy_cache_valid 200 301 404 10m;',
    ),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],

  ['Varnish', varnish(''), { honoursVary: true, keepsTwins: 'x-cache' }],
  ['Varnish that ignores Vary', varnish('unset beresp.http.Vary;'), { honoursVary: false, keepsTwins: 'x-cache' }],
  [
    'Varnish that ignores Vary and stores cacheable answers for a minute',
    varnish(
      'unset beresp.http.Vary; if (beresp.http.Cache-Control !~ "private|no-store") { set beresp.ttl = 60s; set beresp.uncacheable = false; return (deliver); }',
    ),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
]);
