// Search in the index that the build has made. Loaded when a reader asks for it, and the index with the first word.

let latest = 0;

/**
 * Makes the field of a dialog search.
 *
 * @param {HTMLAnchorElement} link to the page that lists every page, for when there is no index; with the words to print
 */
export function searchIn(dialog, link) {
  const input = dialog.querySelector('input');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const results = document.createElement('ol');
  const keys = document.createElement('p');
  keys.className = 'keys';
  const names = { up: '↑', down: '↓', enter: '↵', escape: 'Esc' };
  for (const [, text, name] of link.dataset.keys.matchAll(/([^{]*)(?:\{(\w+)\})?/g)) {
    const key = document.createElement('kbd');
    key.textContent = names[name];
    keys.append(text, ...(name ? [key] : []));
  }
  dialog.append(status, results, keys);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  const search = () => show(input.value.trim(), { status, results, link });
  input.addEventListener('input', search);
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...results.querySelectorAll('a')];
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  });
  // What was typed while this file was on its way.
  search();
}

async function show(words, { status, results, link }) {
  const turn = ++latest;
  const toList = document.createElement('a');
  toList.href = link.href;
  toList.textContent = link.dataset.everyPage;
  if (words === '') {
    status.textContent = '';
    results.replaceChildren();
    return;
  }
  let found;
  try {
    const pagefind = await import('./pagefind/pagefind.js');
    // The site may lie below a path.
    await pagefind.options({ baseUrl: new URL('.', import.meta.url).pathname });
    const meant = await nearest(words);
    const { results: all } = await pagefind.search(meant);
    // Results of an earlier word would write their excerpts over those of this one.
    if (turn !== latest) return;
    found = await Promise.all(all.slice(0, 8).map((each) => each.data()));
    if (turn !== latest) return;
    const correction = meant === words ? '' : `${words} → ${meant}. `;
    if (all.length > 0) status.textContent = correction + link.dataset.found.replace('{count}', all.length);
    else status.replaceChildren(`${link.dataset.nothingFound}. `, toList);
  } catch {
    status.replaceChildren(toList);
    return;
  }
  const items = found.flatMap(({ url, meta, excerpt, content, sub_results: parts }) => [
    item(url, meta.title, fromSentence(excerpt, content)),
    ...parts
      .filter((part) => part.url !== url)
      .slice(0, 3)
      .map((part) => item(part.url, `${meta.title}: ${part.title}`, fromSentence(part.excerpt, content))),
  ]);
  results.replaceChildren(...items);
}

/** An excerpt from the start of its sentence, unless that is far away. */
function fromSentence(excerpt, content) {
  const escaped = content
    .replace(/&(?!\w+;|#)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  const at = escaped.indexOf(excerpt.replace(/<\/?mark>/g, ''));
  if (at <= 0) return excerpt;
  const before = escaped.slice(Math.max(0, at - 200), at);
  const [end] = [...before.matchAll(/[.!?:]\s+|[。！？]/g)].slice(-1);
  if (!end && at > 200) return `… ${excerpt}`;
  return before.slice(end ? end.index + end[0].length : 0) + excerpt;
}

let known;

/** The words, each of which the site lacks replaced by one that differs in a letter, or in the order of two. */
async function nearest(words) {
  known ??= fetch(new URL('./pagefind/words.json', import.meta.url)).then((response) => (response.ok ? response.json() : []));
  const list = await known;
  return words
    .split(/\s+/)
    .map((word) => {
      const own = word.toLowerCase();
      const isKnown = (each) => each.startsWith(own) || (own.startsWith(each) && own.length - each.length < 4);
      if (own.length < 4 || list.some(isKnown)) return word;
      return list.find((each) => differsOnce(own, each)) ?? word;
    })
    .join(' ');
}

function differsOnce(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''));
}

function item(url, title, excerpt) {
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('b');
  name.textContent = title;
  const text = document.createElement('span');
  // Text of this site, escaped by the index; the only elements in it mark what was found.
  text.innerHTML = excerpt;
  link.append(name, text);
  const place = document.createElement('li');
  place.append(link);
  return place;
}
