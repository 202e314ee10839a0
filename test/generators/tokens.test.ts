import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../build/files.ts';
import { tokensOf } from '../../build/generators/tokens.ts';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, sharedFolder, writeFiles } from '../support/cli.ts';

/** Documents by kind, long enough for an estimate. */
const texts: Record<string, string> = {
  'English, with code and tables': ['tutorial', 'search', 'twins', 'proxy']
    .map((name) => readFileSync(`site/docs/${name}.md`, 'utf8'))
    .join('\n'),
  TypeScript: listFiles('build/twin')
    .map((file) => readFileSync(join('build/twin', file), 'utf8'))
    .join('\n'),
  'the same in an HTTP library': listFiles('proxy/http')
    .map((file) => readFileSync(join('proxy/http', file), 'utf8'))
    .join('\n'),
  German:
    'Jede Seite gibt es zweimal unter derselben Adresse: als HTML für Menschen und als Markdown für Programme. Welche Fassung gesendet wird, entscheidet der Accept-Kopf der Anfrage. Die Größe der Datei ändert sich dabei kaum, und die Überschriften bleiben dieselben wie auf der Seite.',
  French:
    'Chaque page existe en deux versions à la même adresse : en HTML pour les lecteurs et en Markdown pour les programmes. Le serveur choisit la version d’après l’en-tête de la requête. Les titres, les liens et les tableaux restent les mêmes que sur la page d’origine.',
  Russian:
    'Каждая страница существует в двух вариантах по одному адресу: в виде HTML для людей и в виде Markdown для программ. Сервер выбирает вариант по заголовку запроса. Заголовки, ссылки и таблицы остаются такими же, как на исходной странице.',
  Greek:
    'Κάθε σελίδα υπάρχει σε δύο μορφές στην ίδια διεύθυνση: ως HTML για τους ανθρώπους και ως Markdown για τα προγράμματα. Ο διακομιστής επιλέγει τη μορφή από την κεφαλίδα του αιτήματος. Οι τίτλοι και οι σύνδεσμοι παραμένουν οι ίδιοι.',
  Arabic:
    'توجد كل صفحة في نسختين على العنوان نفسه: واحدة للقراء وأخرى للبرامج. يختار الخادم النسخة المناسبة حسب ترويسة الطلب. تبقى العناوين والروابط والجداول كما هي في الصفحة الأصلية، ولا يضيع شيء من محتواها.',
  Chinese:
    '代理服务器根据 `Accept` 请求头协商内容：浏览器收到 HTML，智能体收到 Markdown。条件请求返回 304，范围请求返回 206；错误以 RFC 9457 的问题详情返回。构建时预先压缩文件（Brotli 与 gzip），并在清单中记录哈希值与令牌数。超长页面按标题拆分，开头附有大纲、各章节的大小及其链接。',
  Japanese:
    'すべてのページは同じアドレスに二つの形で存在します。人が読むためのページと、プログラムが読むための文書です。サーバーは要求のヘッダーによって形を選びます。見出しやリンクや表は元のページと同じで、内容は失われません。',
  Korean:
    '프록시는 `Accept` 헤더로 콘텐츠를 협상합니다. 브라우저는 HTML을, 에이전트는 Markdown을 받습니다. 조건부 요청에는 304를, 범위 요청에는 206을 보내고 오류는 RFC 9457 문제 문서로 응답합니다. 빌드는 파일을 Brotli와 gzip으로 미리 압축하고 매니페스트에 해시와 토큰 수를 기록합니다.',
};

describe('the estimate of tokens, against the tokenizer of GPT-4o and later', () => {
  it.each(Object.entries(texts))('%s: within 10 %', (_, text) => {
    const share = tokensOf(text) / encode(text).length;
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1.1);
  });

  // The estimate as it is: each kind of character, one and many, and both sides of a long word.
  it.each<[text: string, tokens: number]>([
    ['', 0],
    [' ', 0],
    ['\n', 1],
    ['a', 2],
    ['7', 2],
    ['123', 2],
    ['1234', 4],
    ['!', 1],
    ['中', 1],
    ['LOUD', 2],
    ['twoWords', 3],
    ['a b', 3],
    ['internationalization', 6],
    ['1'.repeat(40), 24],
    ['中'.repeat(40), 33],
    ['été '.repeat(20), 44],
    ['wordWord'.repeat(20), 23],
  ])('%j has %d', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens);
  });
});

describe('the tokens of a page, wherever reported', () => {
  const folder = sharedFolder();
  let app: supertest.Agent;
  let twin: string;
  let tokens: string;
  beforeAll(async () => {
    const page = (title: string): string =>
      `<title>${title}</title><main><h1>${title}</h1><p>${'All of it. '.repeat(400)}</p></main>`;
    writeFiles(join(folder, 'out'), { 'index.html': page('Home'), 'guide.html': page('Guide') });
    await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd: folder });
    app = supertest.agent(createProxy({ dir: join(folder, 'out'), watch: false }));
    twin = readFileSync(join(folder, 'out/guide.md'), 'utf8');
    tokens = /^tokens: (\d+)$/m.exec(twin)![1]!;
  });

  it.each(['llms.txt', 'sitemap.md'])('its line in %s', (file) => {
    const line = readFileSync(join(folder, 'out', file), 'utf8')
      .split('\n')
      .find((each) => each.includes('guide.md'));
    expect(line).toMatch(new RegExp(` \\(${Number(tokens).toLocaleString('en')} tokens\\)$`));
  });

  it.each<[method: 'get' | 'head', path: string, accept: string]>([
    ['get', '/guide', 'text/markdown'],
    ['head', '/guide', 'text/markdown'],
    ['get', '/guide.md', '*/*'],
    ['head', '/guide.md', '*/*'],
  ])('%s %s with Accept: %s reports them, also with 304', async (method, path, accept) => {
    const answer = await app[method](path).set('Accept', accept);
    expect([answer.status, answer.headers['x-markdown-tokens']]).toEqual([200, tokens]);
    const again = await app[method](path).set('Accept', accept).set('If-None-Match', answer.headers.etag!);
    expect([again.status, again.headers['x-markdown-tokens']]).toEqual([304, tokens]);
  });

  it.each([
    ['/guide', 'text/html'],
    ['/llms.txt', '*/*'],
    ['/nowhere.md', '*/*'],
  ])('%s with Accept: %s reports none', async (path, accept) => {
    expect((await app.get(path).set('Accept', accept)).headers['x-markdown-tokens']).toBeUndefined();
  });

  it('a changed twin reports none', async () => {
    writeFiles(
      join(folder, 'changed'),
      Object.fromEntries(listFiles(join(folder, 'out')).map((file) => [file, readFileSync(join(folder, 'out', file))])),
    );
    writeFiles(join(folder, 'changed'), { 'guide.md': twin.replace('All', 'Any') });
    const changed = supertest.agent(createProxy({ dir: join(folder, 'changed'), watch: false }));
    const answer = await changed.get('/guide.md');
    expect([answer.status, answer.text.includes('Any of it'), answer.headers['x-markdown-tokens']]).toEqual([
      200,
      true,
      undefined,
    ]);
  });
});
