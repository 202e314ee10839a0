// biome-ignore-all lint: ECMAScript 5.1, which CloudFront runs; these functions are shipped as their own text.

/** A header field in an event of CloudFront. */
interface EventValue {
  value: string;
  multiValue?: { value: string }[];
}
type EventFields = Record<string, EventValue>;

interface EventRequest {
  method: string;
  uri: string;
  querystring: Record<string, EventValue>;
  headers: EventFields;
}

interface EventResponse {
  statusCode: number;
  statusDescription?: string;
  headers: EventFields;
  body?: string | { encoding: 'text'; data: string };
}

/** An answer that the function gives itself: its fields by lower-case name, its text with a `\u0001` for the path. */
export interface FixedAnswer {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isProblem?: 1;
}

/** What the functions know of a site: all of it is compiled from the contract and from the files. */
export interface CloudFrontFacts {
  /** Whether most pages are folders (`/about/`), not files (`/about`). */
  readonly folders: 0 | 1;
  /** Stems of pages that are of the other form. */
  readonly others: readonly string[];
  /** Stems of folder pages whose twins lie in their folders: a page of the other form may have the same stem. */
  readonly nested: readonly string[];
  /** URLs of pages without twin. */
  readonly plain: readonly string[];
  /** What the URLs of pages that are not folders end in: `.html`, or nothing. */
  readonly ending: '' | '.html';
  /** URLs of pages that look like files: `/v1.2`. */
  readonly dotted: readonly string[];
  /** URLs of files that look like pages: no extension. */
  readonly bare: readonly string[];
  readonly moved: Readonly<Record<string, readonly [status: number, location: string, query: string, fragment: string]>>;
  readonly known: readonly string[];
  readonly read: readonly string[];
  /** Own paths: methods, and the answer to them. */
  readonly routes: Readonly<Record<string, { readonly methods: readonly string[]; readonly answer: string }>>;
  readonly answers: Readonly<Record<string, FixedAnswer>>;
  /** Prefixes of pages, the most specific first, each with the URL of the llms.txt that covers them. */
  readonly indexes: readonly (readonly [folder: string, index: string])[];
  /** Link values of a page, with `\u0002` for the path of the page, `\u0003` for that of its twin, `\u0004` for that of its llms.txt, `\u0005` for its canonical URL. */
  readonly links: { readonly page: string; readonly plain: string; readonly twin: string };
  /** URL of the site, and the canonical URLs of pages that name another page. */
  readonly site: string;
  readonly canonicals: Readonly<Record<string, string>>;
  /** Fields of every problem. */
  readonly problem: Readonly<Record<string, string>>;
  readonly negotiated: string;
  /** The page for what is not there, which is not a URL itself. */
  readonly lost: string;
  /** Fields of pages, of other text, and of SVG. */
  readonly policies: Readonly<Record<'page' | 'text' | 'image', Readonly<Record<string, string>>>>;
  readonly preflight: Readonly<Record<string, string>>;
  readonly common: Readonly<Record<string, string>>;
}

declare const facts: CloudFrontFacts;

/* The functions stand in the text that is shipped as they stand here, without their types. */

/** The variant that Accept asks for (RFC 9110 §12.5.1); '' if it excludes both. */
export function choose(accept: string | undefined): 'html' | 'markdown' | '' {
  if (!accept || accept.length > 4096) return 'html';
  var weights: Record<string, number> = {};
  var named: string[] = [];
  var members = accept.match(/(?:[^,"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g) || [];
  var isRead = false;
  for (var i = 0; i < members.length; i++) {
    var end = members[i]!.indexOf(';');
    var name = (end === -1 ? members[i]! : members[i]!.slice(0, end)).trim().toLowerCase();
    var quality = -1;
    var pieces = end === -1 ? [] : members[i]!.slice(end).match(/(?:[^;"]+|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g) || [];
    for (var j = 0; j < pieces.length; j++) {
      var piece = pieces[j]!.trim();
      if (/^q\s*=/i.test(piece)) {
        var digits = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(piece);
        if (quality === -1) quality = digits ? Number(digits[1]) : NaN;
      } else if (piece.indexOf('=') !== -1 && name.charAt(name.length - 1) === '*') name += ';';
    }
    if (quality === -1) quality = 1;
    if (!/^[^\s/]+\/[^\s/]+$/.test(name)) continue;
    var known = /^(?:text|\*)\/(?:html|markdown|\*)$/.test(name) ? name : 'other/other';
    if (!(quality >= (weights[known] || 0))) continue;
    weights[known] = quality;
    isRead = true;
    named = named.filter(function (each) {
      return each !== known;
    });
    if (quality > 0 && (known === 'text/html' || known === 'text/markdown')) named.push(known);
  }
  if (!isRead) return 'html';
  function qualityOf(subtype: string): number {
    var ranges = ['text/' + subtype, 'text/*', '*/' + subtype, '*/*'];
    for (var k = 0; k < ranges.length; k++) {
      var found = weights[ranges[k]!];
      if (found !== undefined) return found;
    }
    return 0;
  }
  var html = qualityOf('html');
  var markdown = qualityOf('markdown');
  var isNamed = named.indexOf('text/markdown') !== -1;
  var isPreferred = isNamed && (markdown > html || (markdown === html && named[0] === 'text/markdown'));
  if (markdown > 0 && (html === 0 || isPreferred)) return 'markdown';
  return html > 0 ? 'html' : '';
}

/** The page that a path may name, with its files; undefined for every other file. */
export function pageAt(uri: string): { url: string; html: string; markdown: string } | undefined {
  if (uri === '/') return { url: '/', html: '/index.html', markdown: facts.plain.indexOf('/') === -1 ? '/index.md' : '' };
  var isFolder = uri.charAt(uri.length - 1) === '/';
  var isFile = facts.ending && uri.slice(-facts.ending.length) === facts.ending;
  var stem = isFolder ? uri.slice(0, -1) : isFile ? uri.slice(0, -facts.ending.length) : uri;
  if (facts.bare.indexOf(stem) !== -1 || stem + '.html' === facts.lost) return undefined;
  if ((facts.ending ? /\.[\w%]+$/ : /\.\w+$/).test(stem) && facts.dotted.indexOf(isFolder ? uri : stem + facts.ending) === -1)
    return undefined;
  var isNested = facts.nested.indexOf(stem) !== -1;
  var asFolder = isNested ? isFolder : (facts.others.indexOf(stem) === -1) === (facts.folders === 1);
  var url = stem + (asFolder ? '/' : facts.ending);
  return {
    url: url,
    html: stem + (asFolder ? '/index.html' : '.html'),
    markdown: facts.plain.indexOf(url) === -1 ? stem + (isNested && isFolder ? '/index.md' : '.md') : '',
  };
}

/** The canonical URL that a path is another spelling of; '' if it is none. */
export function canonicalOf(uri: string): string {
  var other = /^(.*?)(\/index\.html|\/index|\.html|\/(?=\.md))(\.md)?$/.exec(uri);
  var page = pageAt(other ? other[1] + (other[2] === '.html' && other[1] ? '' : '/') : uri);
  if (!page) return '';
  if (other && other[3]) return page.markdown === uri ? '' : page.markdown;
  return page.url === uri ? '' : page.url;
}

/** A path in the one spelling in which old paths are listed. */
export function spelled(uri: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(uri)).replace(/%(?:2F|3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent);
  } catch (_) {
    return uri;
  }
}

/** Every value of a field, as one. */
export function fieldOf(fields: EventFields, name: string): string | undefined {
  var field = fields[name];
  if (!field) return undefined;
  if (!field.multiValue) return field.value;
  return field.multiValue
    .map(function (each) {
      return each.value;
    })
    .join(', ');
}

/** An answer that needs no file. */
export function answerOf(id: string, uri: string, more: Record<string, string>): EventResponse {
  var answer = facts.answers[id]!;
  var headers: EventFields = {};
  [facts.common, answer.isProblem ? facts.problem : {}, answer.fields, more].forEach(function (fields) {
    Object.keys(fields).forEach(function (name) {
      headers[name] = { value: fields[name]! };
    });
  });
  // It stands in JSON: everything that could leave its quotes is percent-encoded.
  var path = uri.slice(0, 256).replace(/[^\w.~:@$&+,;=%/-]/g, function (character) {
    var code = character.charCodeAt(0);
    return code < 16 || code > 126 ? '' : '%' + code.toString(16).toUpperCase();
  });
  return { statusCode: answer.status, headers: headers, body: { encoding: 'text', data: answer.text.replace('\u0001', path) } };
}

/** What the viewer-request function does: an answer, or the request with the path of a file. */
export function onRequest(request: EventRequest): EventRequest | EventResponse {
  var uri = request.uri;
  var method = request.method;
  if (facts.known.indexOf(method) === -1) return answerOf('unknownMethod', uri, {});
  // A path begins with a slash: none is the name of an inherited member.
  var route = facts.routes[uri];
  var methods = route ? route.methods : facts.read;
  var allow = { allow: methods.join(', ') } as Record<string, string>;
  if (method === 'OPTIONS') {
    if (request.headers['origin'] && request.headers['access-control-request-method'])
      Object.keys(facts.preflight).forEach(function (name) {
        allow[name] = facts.preflight[name]!.replace('\u0001', methods.join(', '));
      });
    return answerOf('options', uri, allow);
  }
  if (methods.indexOf(method) === -1) return answerOf('methodNotAllowed', uri, allow);
  if (route) return answerOf(route.answer, uri, {});
  // As a Location it would name another host.
  if (/^\/[\/\\]/.test(uri)) return request;
  var moved = facts.moved[spelled(uri)];
  var canonical = moved ? moved[1] : canonicalOf(uri);
  if (canonical) {
    var pairs: string[] = [];
    Object.keys(request.querystring).forEach(function (name) {
      var value = request.querystring[name]!;
      (value.multiValue || [value]).forEach(function (each) {
        pairs.push(each.value === '' ? name : name + '=' + each.value);
      });
    });
    var query = (moved && moved[2]) || (pairs.length ? '?' + pairs.join('&') : '');
    var redirect = answerOf('redirect', uri, { location: canonical + query + (moved ? moved[3] : '') });
    if (moved) redirect.statusCode = moved[0];
    return redirect;
  }
  var page = pageAt(uri);
  // No object has this key.
  if (uri === facts.lost) request.uri = uri + '/';
  if (!page) return request;
  var variant = page.markdown ? choose(fieldOf(request.headers, 'accept')) : 'html';
  if (!variant) {
    var links = [page.url, page.markdown].map(function (path, at) {
      return '<' + path + '>; rel="alternate"; type="' + (at ? 'text/markdown' : 'text/html') + '"';
    });
    var hint = answerOf('notAcceptable', uri, { link: links.join(', '), vary: 'Accept' });
    (hint.body as { data: string }).data = (hint.body as { data: string }).data.replace('\u0003', page.markdown);
    return hint;
  }
  request.uri = variant === 'markdown' ? page.markdown : page.html;
  // The other function learns by it which page was asked for.
  request.headers['x-diptych-page'] = { value: page.url };
  return request;
}

/** What the viewer-response function does: the fields that no metadata of an object can hold. */
export function onResponse(request: EventRequest, response: EventResponse): EventResponse {
  var headers = response.headers;
  var marked = request.headers['x-diptych-page'];
  var page = pageAt(marked ? marked.value : request.uri);
  var type = headers['content-type'] ? headers['content-type'].value : '';
  var isMarkdown = type.indexOf('text/markdown') === 0;
  Object.keys(facts.common).forEach(function (name) {
    headers[name] = { value: facts.common[name]! };
  });
  var isSvg = type.indexOf('image/svg') === 0;
  var isText = isSvg || isMarkdown || /^(?:text\/plain|application\/(?:[\w.-]+\+)?(?:json|xml))/.test(type);
  var policies =
    type.indexOf('text/html') === 0 ? facts.policies.page : isSvg ? facts.policies.image : isText ? facts.policies.text : {};
  Object.keys(policies).forEach(function (name) {
    headers[name] = { value: (policies as Record<string, string>)[name]! };
  });
  var twinOf = page || !isMarkdown ? undefined : /^(.*?)(\.parts\/[^\/]+)?\.md$/.exec(request.uri);
  var folder = twinOf && /^(.*)\/index$/.exec(twinOf[1]!);
  var isOfFolder = folder && (folder[1] === '' || facts.nested.indexOf(folder[1]!) !== -1);
  var owner = page || (twinOf ? pageAt(isOfFolder ? folder![1] + '/' : twinOf[1]!) : undefined);
  if (!owner || (!page && owner.markdown !== twinOf![1] + '.md')) return response;
  var links = isMarkdown ? facts.links.twin : owner.markdown ? facts.links.page : facts.links.plain;
  var url = owner.url;
  var index = facts.indexes.filter(function (each) {
    return url.indexOf(each[0]) === 0;
  })[0]!;
  headers['link'] = {
    value: links
      .split('\u0002')
      .join(url)
      .split('\u0003')
      .join(owner.markdown)
      .split('\u0004')
      .join(index[1])
      .split('\u0005')
      .join(facts.canonicals[url] || facts.site + url),
  };
  // A part of a long page.
  if (twinOf && twinOf[2]) headers['link'].value += ', <' + owner.markdown + '>; rel="up"; type="text/markdown"';
  if (!page) return response;
  headers['vary'] = { value: 'Accept' };
  headers['content-location'] = { value: isMarkdown ? owner.markdown : owner.url };
  if (isMarkdown) headers['cache-control'] = { value: facts.negotiated };
  return response;
}
