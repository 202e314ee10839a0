/* The adapter: one function for the origin request and for the origin response. createHandler and site are declared above. */

/** The request field in which the first event tells the second what was asked for. */
const marker = 'x-diptych-target';
/** Fields of the bucket that describe the bytes on their way, and those that a function must leave alone. */
const ofBytes = ['content-length', 'content-range', 'date', 'transfer-encoding', 'via'];

/** What the bucket answers to the file of a request: the handler asks it in two acts. */
const buckets = new WeakMap();
const answer = createHandler({ site, assets: (path, _, visitor) => buckets.get(visitor)(path) });
// Node loads Request and its like when they are first named: at the start, not in the first visit.
answer(new Request(site.facts.url, { method: 'OPTIONS' }));

/** Before the bucket is asked it is taken at its word: it has what the table lists. */
function bucketAnswer(path, { status, headers } = { status: '200', headers: {} }) {
  const size = headers['content-range']?.[0].value.split('/')[1] ?? headers['content-length']?.[0].value;
  const length = size ?? `${site.files[decodeURIComponent(path.slice(1))][1]}`;
  // A part, or nothing new since a date: it has the object.
  const isThere = status === '206' || status === '304';
  return new Response(null, { status: isThere ? 200 : Number(status), headers: { 'Content-Length': length } });
}

export async function handler(event) {
  const { request, response } = event.Records[0].cf;
  const { uri, querystring, method, headers } = request;
  // A visitor may send such a field, too: it is believed where the first event has written it.
  const target = response ? headers[marker][0].value : uri + (querystring && `?${querystring}`);
  const lines = Object.entries(headers).flatMap(([name, values]) => values.map(({ value }) => [name, value]));
  // Bodies are the bucket's affair, so that HEAD is GET here; and which part it sends it says itself.
  const visitor = new Request(new URL(site.facts.url).origin + target, {
    method: method === 'HEAD' ? 'GET' : method,
    headers: lines.filter(([name]) => !(response && name === 'range')),
  });
  let file;
  buckets.set(visitor, (path) => {
    file = path;
    return bucketAnswer(path, response);
  });
  const found = await answer(visitor);
  const isStored = file !== undefined && found.body === null;

  if (isStored && !response) {
    // Evaluated above; the bucket knows other tags.
    delete headers['if-match'];
    if (found.status !== 206) delete headers.range;
    headers[marker] = [{ key: marker, value: target }];
    return { ...request, uri: file, querystring: '' };
  }
  const fields = Object.fromEntries([...found.headers].map(([name, value]) => [name, [{ key: name, value }]]));
  delete fields['content-length'];
  if (!isStored) {
    const body = method === 'HEAD' ? '' : await found.text();
    return { status: `${found.status}`, headers: fields, ...(body !== '' && { body }) };
  }
  for (const name of ofBytes) if (response.headers[name]) fields[name] = response.headers[name];
  const isPart = response.status === '206' || response.status === '304';
  return { ...response, status: isPart ? response.status : `${found.status}`, statusDescription: '', headers: fields };
}
