import { expect, it } from 'vitest';
import { scanHtml } from '../../build/page/html-scan.ts';

it.each<[html: string, textLength: number]>([
  ['<p>abc</p>', 3],
  ['<p>abc</p><script>let a = 1;</script>', 3],
  ['<p>abc</p><style>p { color: red }</style>', 3],
  ['<p>abc</p><template><p>def</p></template>', 3],
  ['<p>abc</p><nav>Home</nav>', 3],
  ['<header>Name</header><p>abc</p>', 3],
  ['<nav>Home</nav><main><p>abc</p></main>', 3],
])('%s has %d characters of text', (html, textLength) => {
  expect(scanHtml(html).textLength).toBe(textLength);
});
