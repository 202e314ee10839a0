/**
 * The Accept header of clients of the last decade, by name. Those of agents come from their makers and from public
 * comparisons; the others are the client's default. '' means no header.
 */
export const agents: Readonly<Record<string, string>> = {
  'Claude Code, Copilot CLI': 'text/markdown, text/html, */*',
  Cursor: 'text/markdown, text/plain;q=0.9, */*;q=0.8',
  'OpenCode, markdown': 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1',
  'OpenCode, text': 'text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1',
  'OpenCode, HTML': 'text/html;q=1.0, application/xhtml+xml;q=0.9, text/plain;q=0.8, text/markdown;q=0.7, */*;q=0.1',
  Codex: 'text/html, */*',
  'ChatGPT-User, PerplexityBot, Gemini, Claude-User and 25 more': '*/*',
  'OAI-SearchBot, Firefox 132, Firefox 65, Safari 17 and 9 more':
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  mdream: 'text/markdown;q=1.0, text/html;q=0.8, */*;q=0.1',
  'acceptmarkdown.com': 'text/markdown, text/html;q=0.9, */*;q=0.8',
  'a script that wants Markdown': 'text/markdown',
  'a script with a charset': 'text/markdown; charset=utf-8',
  'a script, Markdown or text': 'text/markdown, text/plain',
  'a script, Markdown or anything': 'text/markdown, */*',
  'a script, Markdown or anything, weighted': 'text/markdown, */*;q=0.1',
  'a script, Markdown last': 'text/html;q=0.9, text/markdown',
  'a script, HTML first': 'text/html, text/markdown;q=0.5',
  'a script, x-markdown': 'text/x-markdown, text/markdown;q=1, text/html;q=0.5',
  'a script, JSON or Markdown': 'application/json, text/markdown',
  'Jina Reader, Brave': 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'Firecrawl, Chrome 56, Firefox 66': 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
  'Chrome 132, Edge 132, Opera 116, Chrome, prefetch and 3 more':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Chrome 88':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.9',
  'Chrome 79, Android WebView':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.9',
  'Chrome 73':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3',
  'Chrome 71': 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,image/apng,*/*;q=0.8',
  'Firefox 131, Firefox 128':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
  'Firefox 92': 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Safari 3': 'text/xml,application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,image/png,*/*;q=0.5',
  'Edge 18': 'text/html, application/xhtml+xml, application/xml; q=0.9, */*; q=0.8',
  'Internet Explorer 11': 'text/html, application/xhtml+xml, */*',
  'Internet Explorer 8':
    'image/jpeg, application/x-ms-application, image/gif, application/xaml+xml, image/pjpeg, application/x-ms-xbap, */*',
  'Internet Explorer 6': 'image/gif, image/x-xbitmap, image/jpeg, image/pjpeg, application/x-shockwave-flash, */*',
  'Opera 12':
    'text/html, application/xml;q=0.9, application/xhtml+xml, image/png, image/webp, image/jpeg, image/gif, image/x-xbitmap, */*;q=0.1',
  Konqueror: 'text/html, text/*;q=0.9, image/jpeg;q=0.9, image/png;q=0.9, image/*;q=0.9, */*;q=0.8',
  lynx: 'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01',
  w3m: 'text/html, text/*;q=0.5, image/*, application/*',
  Dillo: 'text/*,image/*,*/*;q=0.2',
  NetSurf: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'htmx, Mastodon': 'text/html',
  Turbo: 'text/html, application/xhtml+xml',
  'Turbo with streams': 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
  Inertia: 'text/html,application/xhtml+xml',
  'jQuery, HTML': 'text/html, */*; q=0.01',
  Googlebot: 'text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8',
  Feedly:
    'application/rss+xml, application/rdf+xml;q=0.8, application/atom+xml;q=0.6, application/xml;q=0.4, text/xml;q=0.4, */*;q=0.2',
  Miniflux:
    'application/xml, application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, text/html, */*;q=0.9',
  'W3C link checker': 'text/html, application/xhtml+xml;q=0.9, application/vnd.wap.xhtml+xml;q=0.6, */*;q=0.5',
  'W3C validator': 'text/html, application/xhtml+xml, */*;q=0.5',
  'urllib, Go-http-client, okhttp, LWP': '',
  'Java HttpURLConnection': 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  axios: 'application/json, text/plain, */*',
  'HTTPie, JSON': 'application/json, */*;q=0.5',
  'superagent, text': 'text/*',
};
