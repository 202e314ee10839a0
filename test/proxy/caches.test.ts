import { type CacheRow, describeCaches } from './fixtures/behind-a-cache.ts';
import { simulatedCache } from './fixtures/simulated-cache.ts';

const caches: CacheRow[] = [
  [
    'honours Vary',
    (port) => simulatedCache(port, { vary: true, private: true, revalidates: 'when stale', forwards: true }),
    { honoursVary: true, keepsTwins: 'x-cache' },
  ],
  [
    'ignores Vary',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'when stale', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'ignores Vary, asks again without the fields of the client',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'when stale', forwards: false }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'keys on the URL, stores whatever is storable, never asks again',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'never', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'uses the URL as its key, stores even private answers, and revalidates',
    (port) => simulatedCache(port, { vary: false, private: false, revalidates: 'when stale', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
];

describeCaches(caches);
